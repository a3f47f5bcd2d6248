import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { bytesIn, pageBytes, recompress } from "./bytes.server.ts";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const HTML = `<!DOCTYPE html><html><head><style>a{}</style><link rel="modulepreload" href="/assets/a.js"/><script>boot()</script>
<script type="application/ld+json">{"@type":"Casino"}</script></head><body><a>Se connecter</a><p>é</p>
<script type="module" async="">import "/assets/entry.js"</script></body></html>`;

it("gives the same page in three encodings, each made once for all requests", async () => {
  const page = pageBytes(HTML, { media: "", scripts: [] });
  expect(page.brotli).toBeNull();
  const [brotli, again, gzip] = await Promise.all([
    bytesIn(page, "brotli"),
    bytesIn(page, "brotli"),
    bytesIn(page, "gzip"),
  ]);
  expect(again).toBe(brotli);
  expect(page.brotli).toBe(brotli);
  expect(brotliDecompressSync(brotli)).toEqual(page.identity);
  expect(gunzipSync(gzip)).toEqual(page.identity);
  expect(await bytesIn(page, "identity")).toBe(page.identity);
});

it("is the same page after it was compressed harder", async () => {
  const page = pageBytes(HTML.replace("é", "a casino by the sea ".repeat(500)), {
    media: "",
    scripts: [],
  });
  const quick = await bytesIn(page, "brotli");
  await recompress(page);
  const smallest = await bytesIn(page, "brotli");
  expect(smallest).toBe(page.brotli);
  expect(smallest.length).toBeLessThan(quick.length);
  expect(brotliDecompressSync(smallest)).toEqual(page.identity);
});

it("makes the client entry inert and removes preloads, so that no script competes with the hero picture", () => {
  const text = pageBytes(HTML, { media: "", scripts: [] }).identity.toString();
  expect(text).toContain(
    '<script id="entry" type="text/plain" data-modules="/assets/a.js">import "/assets/entry.js"</script>',
  );
  expect(text).not.toContain("modulepreload");
  expect(text).not.toContain('type="module"');
});

it("allows each script and style of the page by hash, including the inert entry, and nothing else", () => {
  const { policy } = pageBytes(HTML, { media: "", scripts: [] });
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ");
  expect(scripts).toEqual(["'strict-dynamic'", hashOf("boot()"), hashOf('import "/assets/entry.js"')]);
  expect(policy).toContain(`style-src 'self' ${hashOf("a{}")}`);
  expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("frame-ancestors 'none'");
});

it("names the picture host if pictures come from another origin", () => {
  expect(pageBytes(HTML, { media: "https://cdn.example", scripts: [] }).policy).toContain(
    "img-src 'self' data: https://cdn.example",
  );
});

it("changes the ETag with every byte", () => {
  const one = pageBytes(HTML, { media: "", scripts: [] });
  const other = pageBytes(HTML.replace("é", "è"), { media: "", scripts: [] });
  expect(one.etag).not.toBe(other.etag);
});
