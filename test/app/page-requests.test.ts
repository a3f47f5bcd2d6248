import fc from "fast-check";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { SPECULATION_RULES } from "../../src/venues/document/speculation-rules.ts";
import { amount } from "../support/proof.ts";

const VENUES = ["port-serac", "montreval", "blankenduin", "bientot"];
const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({ venues: VENUES, clock, pictures: "stand-ins" });
}, 60_000);
afterAll(() => app.close());
const renders = () => Number(/^page_render_seconds_count (\d+)$/m.exec(app.world.metrics.text({}))?.[1] ?? 0);

describe("finding the venue of a request", () => {
  it("shows each host its own casino, and the group's front page on localhost", async () => {
    expect(await (await app.get("port-serac", "/")).text()).toContain("Casino de Port-Sérac");
    expect(await (await app.get("montreval", "/")).text()).toContain("Casino de Montreval");
    const front = await (await app.send("localhost:3000", "/")).text();
    expect(front).toContain("Port-Sérac");
    expect(front).not.toContain("Bientôt");
  });

  it("answers an unknown host with 421 without repeating its name", async () => {
    const answer = await app.send("evil-canary.example", "/");
    expect(answer.status).toBe(421);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(await answer.text()).not.toContain("evil-canary");
  });

  it("answers an unknown host in the visitor's language", async () => {
    const words = async (language: string) =>
      (await app.send("nobody.example", "/", { headers: { "accept-language": language } })).text();
    expect(await words("en")).toContain("This address is not one of ours");
    expect(await words("fr")).toContain("Cette adresse n’est pas la nôtre");
  });

  it("shows a hidden venue on its own host, not listed for search engines", async () => {
    const answer = await app.get("bientot", "/");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('name="robots" content="noindex"');
    for (const path of ["/", "/agenda", "/api/establishments", "/manifest.webmanifest"])
      expect((await app.get("bientot", path)).headers.get("x-robots-tag"), path).toBe("noindex");
    expect((await app.get("port-serac", "/")).headers.get("x-robots-tag")).toBeNull();
    // A crawler that may not read a page never learns that it is not to be indexed.
    const robots = await (await app.get("bientot", "/robots.txt")).text();
    expect(robots).not.toMatch(/Disallow: \/\n|Sitemap/);
    expect((await app.get("bientot", "/sitemap.xml")).status).toBe(404);
  });

  it("ignores 200 mutations of headers that could name a host", async () => {
    const names = [
      "x-forwarded-host",
      "x-host",
      "forwarded",
      "x-original-url",
      "x-rewrite-url",
      "x-forwarded-proto",
      "x-forwarded-server",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.constantFrom("montreval.localhost", "host=canary-tenant.example", "canary-tenant.example:80"),
        fc.webPath(),
        async (name, value, path) => {
          const answer = await app.get("port-serac", path === "" ? "/" : path, { [name]: value });
          const text = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
          expect(text).not.toContain("canary-tenant");
          expect(text).not.toContain("Montreval");
        },
      ),
      { numRuns: amount({ test: 60, proof: 2_000 }) },
    );
  });

  it.each([
    "",
    " ",
    "port-serac.localhost.",
    "port-serac.localhost@x",
    "a".repeat(300),
    "[::2]",
    "PORT-SERAC.LOCALHOST,x",
  ])("refuses the malformed host %j", async (host) => {
    expect((await app.send(host, "/")).status).toBe(421);
  });

  it("never puts one venue's content into another's answers", async () => {
    const canaries = { "port-serac": "Port-Sérac", montreval: "Montreval", blankenduin: "Blankenduin" };
    for (const [slug] of Object.entries(canaries)) {
      for (const path of [
        "/",
        "/?locale=en",
        "/?popup=Menu",
        "/manifest.webmanifest",
        "/sitemap.xml",
        "/api/project",
      ]) {
        const text = await (await app.get(slug, path)).text();
        for (const [other, canary] of Object.entries(canaries))
          if (other !== slug) expect(`${path} ${text}`).not.toContain(canary);
      }
    }
  });
});

describe("requests to two venues in any order", () => {
  const CANARIES: Record<string, RegExp> = {
    "port-serac": /Port-Sérac|Cabaret NU/,
    montreval: /Montreval|Terrasses/,
    blankenduin: /Blankenduin|Zeedijk/,
  };
  const PATHS = [
    "/",
    "/agenda",
    "/spectacles",
    "/jeux",
    "/restauration",
    "/legal-notices",
    "/cgu",
    "/politique-de-confidentialite",
    "/spectacles/5101/cabaret-nu-la-nouvelle-revue",
    "/agenda/6106/le-hasard-mode-demploi",
    "/jeux/black-jack",
    "/restauration/la-brasserie-du-quai",
    "/restauration/les-terrasses",
    "/activite/cabaret-nu",
    "/jeux/jackpots",
    "/concept-social",
    "/players-plus-ch",
    "/nowhere",
    "/sitemap.xml",
    "/manifest.webmanifest",
    "/api/project",
  ];

  it("never show content of the other venue", async () => {
    const ask = fc.record({
      slug: fc.constantFrom(...Object.keys(CANARIES)),
      path: fc.constantFrom(...PATHS),
      query: fc.constantFrom("", "?locale=en", "?popup=Menu", "?locale=nl", "?tab=week"),
      encoding: fc.constantFrom("identity", "br", "gzip"),
      forwarded: fc.constantFrom(undefined, ...Object.keys(CANARIES)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(ask, { minLength: 2, maxLength: 8 }), async (asked) => {
        for (const { slug, path, query, encoding, forwarded } of asked) {
          const headers = {
            "accept-encoding": encoding,
            ...(forwarded === undefined ? {} : { "x-forwarded-host": `${forwarded}.localhost` }),
          };
          const answer = await app.get(slug, `${path}${query}`, headers);
          const bytes = Buffer.from(await answer.arrayBuffer());
          const coding = answer.headers.get("content-encoding");
          const text = (
            coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes
          ).toString();
          for (const [other, canary] of Object.entries(CANARIES))
            if (other !== slug) expect(`${slug}${path} ${text}`.replace(path, "")).not.toMatch(canary);
        }
      }),
      { numRuns: amount({ test: 30, proof: 500 }) },
    );
  });
});

describe("a page", () => {
  it("is the same in brotli, gzip and plain, each with its own strong ETag", async () => {
    const plain = await app.get("port-serac", "/");
    const squeezed = await app.get("port-serac", "/", { "accept-encoding": "gzip, deflate, br" });
    expect(squeezed.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(Buffer.from(await squeezed.arrayBuffer())).toString()).toBe(await plain.text());
    expect(squeezed.headers.get("etag")).not.toBe(plain.headers.get("etag"));
    expect(plain.headers.get("etag")).toMatch(/^"[\w-]+"$/);
  });

  it("is answered with 304 when unchanged, and stays eligible for the back/forward cache", async () => {
    const first = await app.get("port-serac", "/");
    const again = await app.get("port-serac", "/", { "if-none-match": first.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    expect(first.headers.get("cache-control")).toBe("no-cache");
  });

  it("is rendered again at the venue's midnight, so that 'Aujourd’hui' never goes stale", async () => {
    clock.set("2026-11-21T22:59:00Z");
    const before = await app.get("port-serac", "/");
    clock.set("2026-11-21T23:00:01Z");
    const after = await app.get("port-serac", "/");
    clock.set(SATURDAY_EVENING);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  });

  it("has the same bytes for every visitor, whatever else the request carries", async () => {
    const plain = await app.get("port-serac", "/");
    for (const [path, headers] of [
      ["/?utm_source=canary-visitor", {}],
      [
        "/",
        {
          "user-agent": "canary-visitor",
          cookie: "consent=canary-visitor; user_token=canary-visitor",
          referer: "https://canary-visitor.example",
        },
      ],
      ["/?locale=xx", {}],
    ] as const) {
      const answer = await app.get("port-serac", path, headers);
      expect(answer.headers.get("etag")).toBe(plain.headers.get("etag"));
    }
  });

  it("is not cached under an address that looks like a file (web cache deception)", async () => {
    for (const path of ["/agenda/1/x.css", "/x.js", "/index.html/y.png"])
      expect((await app.get("port-serac", path)).status).toBe(404);
  });

  it("is found by every other spelling of its path, which is redirected and not rendered", async () => {
    for (const path of ["/", "/agenda", "/agenda?locale=en", "/agenda.data", "/jeux/black-jack"])
      await app.get("port-serac", path);
    const before = renders();
    for (const [path, location] of [
      ["//", "/"],
      ["//agenda", "/agenda"],
      ["/agenda/", "/agenda"],
      ["/agenda//", "/agenda"],
      ["/AGENDA", "/agenda"],
      ["/%61genda?locale=en&x=1", "/agenda?locale=en&x=1"],
      ["/jeux/black%2Djack/", "/jeux/black-jack"],
      ["//ME-connecter", "/me-connecter"],
      ["/players-plus/", "/players-plus"],
    ] as const) {
      const answer = await app.get("port-serac", path);
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 301, location]);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    }
    const twin = await app.get("port-serac", "/AGENDA.data?tab=week");
    expect([twin.status, twin.headers.get("x-remix-redirect")]).toEqual([204, "/agenda?tab=week"]);
    expect(renders()).toBe(before);
  });

  it("is cached once whatever its query says, unless the page reads the query", async () => {
    await app.get("port-serac", "/agenda");
    const before = renders();
    for (const query of [
      "?x=1",
      "?slot=12",
      "?slot=13&tab=week",
      "?utm_source=a&utm_source=b",
      "?locale=xx",
      "?qrcode=1",
    ])
      expect((await app.get("port-serac", `/agenda${query}`)).status).toBe(200);
    expect(renders()).toBe(before);
    await app.get("port-serac", "/jeux/jackpots?tab=week");
    await app.get("port-serac", "/jeux/jackpots?tab=month");
    expect(renders()).toBeGreaterThan(before + 1);
  });

  it("redirects unknown paths to Home, and answers unknown files and API calls with 404", async () => {
    for (const path of [
      "/nowhere",
      "/jeux/../nowhere",
      "/a/b/c?d=e",
      "/%E0%A4%A",
      "/wp-admin/",
      "//evil.example/x",
      "/%00",
      "/" + "x".repeat(3000),
    ]) {
      const answer = await app.get("port-serac", path);
      expect([path.slice(0, 30), answer.status, answer.headers.get("location")]).toEqual([path.slice(0, 30), 302, "/"]);
    }
    expect((await app.get("port-serac", "/missing.js")).status).toBe(404);
    for (const [locale, error] of [
      ["fr", "Cet appel n’existe pas."],
      ["en", "No such call."],
    ] as const) {
      const call = await app.get("port-serac", "/api/missing", { locale });
      expect([call.status, await call.json()]).toEqual([404, { error }]);
    }
  });

  it("ignores an unknown popup and removes it from the address", async () => {
    const answer = await app.get("port-serac", "/?popup=Nonsense&locale=en");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/?locale=en"]);
    expect((await app.get("port-serac", "/?popup=Menu")).status).toBe(200);
  });

  it("never redirects to another host, however the address begins", async () => {
    for (const path of ["//evil.example/?popup=no", "/%5Cevil.example/?popup=no", "///evil.example?popup=no"]) {
      const answer = await app.get("port-serac", path);
      expect(answer.headers.get("location") ?? "/", path).toMatch(/^\/(?![/\\])/);
    }
  });

  it("is cached once, however its path is spelt", async () => {
    for (const path of ["/jeux", "/jeux/jackpots", "/restauration"]) await app.get("port-serac", path);
    const kept = app.pageHandler.cache.size();
    for (const path of ["/JEUX", "/jeux/", "/%6Aeux", "/jeux/Jackpots/", "/Restauration"]) {
      expect((await app.get("port-serac", path)).status, path).toBeLessThan(400);
    }
    expect(app.pageHandler.cache.size()).toBe(kept);
  });

  it("shows each venue its own logo, also served by the establishment's id", async () => {
    const marks = await Promise.all(
      VENUES.map(
        async (slug) => /<svg class="venue-mark".*?<\/svg>/.exec(await (await app.get(slug, "/")).text())?.[0],
      ),
    );
    expect(new Set(marks.slice(0, 2)).size).toBe(2);
    const logo = await app.get("port-serac", "/assets/logos/logos-casinos/logo-casino-51.svg");
    expect([logo.status, logo.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(await logo.text()).toMatch(/^<svg [^>]*stroke="#cfae72"/);
    for (const file of ["logo-casino-4711.svg", "logo-casino-x.svg", "logo-casino-.svg"])
      expect((await app.get("port-serac", `/assets/logos/logos-casinos/${file}`)).status).toBe(404);
  });
});

describe("the language of a page", () => {
  const languageOf = async (path: string, headers: Record<string, string> = {}) =>
    (await app.get("port-serac", path, headers)).headers.get("content-language");

  it("comes from the query, else the cookie, else the browser, else is French", async () => {
    expect(await languageOf("/?locale=en", { cookie: "locale=fr" })).toBe("en");
    expect(await languageOf("/", { cookie: "locale=en", "accept-language": "fr" })).toBe("en");
    expect(await languageOf("/", { "accept-language": "de, en-GB;q=0.8" })).toBe("en");
    expect(await languageOf("/", { "accept-language": "nl" })).toBe("fr");
    expect(await languageOf("/")).toBe("fr");
  });

  it("is remembered for a year when the query chooses it", async () => {
    const cookie = (await app.get("port-serac", "/?locale=en")).headers.get("set-cookie");
    expect(cookie).toContain("locale=en");
    expect(cookie).toContain("Max-Age=31536000");
    expect((await app.get("port-serac", "/?locale=xx")).headers.get("set-cookie")).toBeNull();
  });

  describe("asked for in Dutch, which a site's list may include,", () => {
    const seen = async (slug: string, path: string, headers: Record<string, string> = {}) => {
      const answer = await app.get(slug, path, headers);
      const html = await answer.text();
      return {
        language: answer.headers.get("content-language"),
        chosen: /locale=(\w+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1],
        speaks: /<html[^>]* lang="(\w+)"/.exec(html)?.[1],
        monday: />(Maandag|Lundi|Monday)</.exec(html)?.[1],
      };
    };
    const french = { language: "fr", speaks: "fr", chosen: undefined };

    it("is French with Dutch opening hours, by query, cookie and browser", async () => {
      const dutch = { ...french, monday: "Maandag" };
      expect(await seen("blankenduin", "/?locale=nl", { "accept-language": "en" })).toEqual({ ...dutch, chosen: "nl" });
      expect(await seen("blankenduin", "/", { cookie: "locale=nl", "accept-language": "en" })).toEqual(dutch);
      expect(await seen("blankenduin", "/", { "accept-language": "nl-BE,nl;q=0.9,en;q=0.8" })).toEqual(dutch);
    });

    it("shows Belgian opening hours in English on English pages", async () => {
      expect(await seen("blankenduin", "/?locale=en")).toMatchObject({ speaks: "en", monday: "Monday" });
    });

    it("is ignored where the site's list has no Dutch: the next preference counts", async () => {
      const wished = { "accept-language": "nl,en;q=0.5" };
      expect(await seen("port-serac", "/?locale=nl", wished)).toMatchObject({ speaks: "en", chosen: undefined });
      expect(await seen("port-serac", "/?locale=nl")).toEqual({ ...french, monday: "Lundi" });
    });

    it("changes only the opening hours in other countries, and for this visitor alone", async () => {
      const { db } = app.world.database;
      const list = (locales: ("fr" | "en" | "nl")[]) =>
        db
          .updateTable("projects")
          .set({ locales: JSON.stringify(locales) })
          .where("id", "=", 1061)
          .execute();
      await list(["fr", "en", "nl"]);
      await app.services.table.reload();
      expect(await seen("montreval", "/")).toMatchObject({ speaks: "fr", monday: "Lundi" });
      expect(await seen("montreval", "/?locale=nl")).toMatchObject({ speaks: "fr", monday: "Maandag" });
      expect(await seen("montreval", "/")).toMatchObject({ speaks: "fr", monday: "Lundi" });
      expect(await seen("montreval", "/?locale=en")).toMatchObject({ speaks: "en", monday: "Monday" });
      await list(["fr", "en"]);
      await app.services.table.reload();
    });

    it("is not offered in the language selector", async () => {
      const html = await (await app.get("blankenduin", "/")).text();
      expect(html).toContain('hrefLang="en"');
      expect(html).not.toMatch(/hrefLang="nl"|Nederlands/i);
    });

    it("is in the API's list of the site, and answered in French", async () => {
      const project = async (headers: Record<string, string>) =>
        (await (await app.get("blankenduin", "/api/project", headers)).json()) as {
          locales: string[];
          content: object;
        };
      const dutch = await project({ locale: "nl", "accept-language": "en" });
      expect(dutch.locales).toEqual(["fr", "en", "nl"]);
      expect(dutch.content).toEqual((await project({ locale: "fr" })).content);
      expect(dutch.content).not.toEqual((await project({ locale: "en" })).content);
    });
  });

  it("accepts any Accept-Language header", async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[\x20-\x7e]{0,80}$/), async (header) => {
        expect((await app.get("port-serac", "/", { "accept-language": header })).status).toBe(200);
      }),
      { numRuns: amount({ test: 25, proof: 500 }) },
    );
  });
});

describe("hostile addresses", () => {
  it("are never answered with a 5xx", async () => {
    const piece = fc.oneof(
      fc.webSegment(),
      fc.constantFrom("'", "%00", "..", "%2e%2e", "%ff", "<script>", "1e9", "99999999999", "%F0%9F%8E%B0", "{{7*7}}"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 5 }), fc.webQueryParameters(), async (parts, query) => {
        const answer = await app.get("port-serac", `/${parts.join("/")}?${query}`);
        expect(answer.status).toBeLessThan(500);
        await answer.body?.cancel();
      }),
      { numRuns: amount({ test: 100, proof: 3_000 }) },
    );
  });
});

describe("security headers", () => {
  it.each([
    "/",
    "/nowhere",
    "/api/establishment",
    "/api/missing",
    "/missing.js",
    "/media/none?width=300",
    "/healthz",
    "/offline",
    "/robots.txt",
    "/assets/none.js",
  ])("stand on %s", async (path) => {
    const { headers } = await app.get("port-serac", path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).not.toBeNull();
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    expect(headers.get("content-security-policy")).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
    expect(headers.get("strict-transport-security")).toBeNull();
  });

  it("are on the 421 page too", async () => {
    const { headers } = await app.send("nobody.example", "/");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("come with pages that have no style attribute and no inline handler", async () => {
    for (const slug of VENUES) {
      const html = await (await app.get(slug, "/")).text();
      expect(html).not.toMatch(/<[^>]+\sstyle="/);
      expect(html).not.toMatch(/<[^>]+\son[a-z]+="/);
    }
  });

  it("include HSTS when the public scheme is https", async () => {
    const secure = await openIsolatedApp({ variables: { PUBLIC_SCHEME: "https" } });
    expect((await secure.send("localhost", "/healthz")).headers.get("strict-transport-security")).toContain("max-age=");
    await secure.close();
  });
});

describe("small files", () => {
  it("name the payment methods of each venue in structured data", async () => {
    const paid = async (slug: string) =>
      /"paymentAccepted":"([^"]*)"/.exec(await (await app.get(slug, "/")).text())?.[1];
    expect([await paid("port-serac"), await paid("montreval")]).toEqual([
      "Credit Card, Cash, Cheque",
      "Credit Card, Cash",
    ]);
  });

  it("name each venue's logo, which exists", async () => {
    const logo = /"logo":"http:\/\/port-serac\.localhost:3000([^"]*)"/.exec(
      await (await app.get("port-serac", "/")).text(),
    )?.[1];
    expect(logo).toMatch(/logo-casino-51\.svg$/);
    expect((await app.get("port-serac", logo ?? "")).headers.get("content-type")).toBe("image/svg+xml");
  });

  it("list the pages for search engines, in both languages", async () => {
    const robots = await (await app.get("port-serac", "/robots.txt")).text();
    expect(robots).toContain("Sitemap: http://port-serac.localhost:3000/sitemap.xml");
    const sitemap = await (await app.get("port-serac", "/sitemap.xml")).text();
    expect(sitemap).toContain("<loc>http://port-serac.localhost:3000/</loc>");
    expect(sitemap).toContain('hreflang="en"');
  });

  it("give the browser's bars a dark shade of each venue's colour, in pages and manifest", async () => {
    const bars = await Promise.all(
      ["port-serac", "montreval"].map(async (slug) => {
        const page = await (await app.get(slug, "/agenda")).text();
        const manifest = (await (await app.get(slug, "/manifest.webmanifest")).json()) as { theme_color: string };
        expect(page).toContain(`<meta name="theme-color" content="${manifest.theme_color}"`);
        return manifest.theme_color;
      }),
    );
    expect(new Set(bars).size).toBe(2);
    for (const bar of bars) expect(bar).toMatch(/^#[0-4][0-9a-f][0-4][0-9a-f][0-4][0-9a-f]$/);
  });

  it("include health, readiness and manifest; speculation rules skip addresses with an effect", async () => {
    expect(await (await app.get("port-serac", "/healthz")).text()).toBe("ok");
    const manifest = (await (await app.get("port-serac", "/manifest.webmanifest")).json()) as { name: string };
    expect(manifest.name).toContain("Port-Sérac");
    for (const path of ["/api/*", "/consent", "/adminAuth/*"]) expect(SPECULATION_RULES).toContain(path);
  });

  it("serve metrics to loopback or with a token only", async () => {
    expect((await app.get("port-serac", "/metrics")).status).toBe(403);
  });
});
