import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import type { TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const HOME = "http://port-serac.localhost:3000";
/** A page of every kind that a venue has. */
const PAGES = [
  "/",
  "/agenda",
  "/spectacles",
  "/spectacles/5101/cabaret-nu-la-nouvelle-revue",
  "/jeux",
  "/jeux/black-jack",
  "/jeux/jackpots",
  "/restauration",
  "/restauration/la-brasserie-du-quai",
  "/restauration/le-bar-des-glaces",
  "/restauration/grand-hotel-des-cygnes",
  "/activite/spa-des-thermes",
  "/legal-notices",
  "/players-plus",
];

let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac", "montreval"], clock: standingClock(SATURDAY_EVENING) });
}, 60_000);
afterAll(() => app.close());

/** Without a slug it is the group's own host. */
const get = (slug: string | null, path: string) => (slug === null ? app.send("localhost", path) : app.get(slug, path));
const text = async (slug: string | null, path: string) => {
  const answer = await get(slug, path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
};
const hrefOf = (page: string, rel: string) => new RegExp(`<link rel="${rel}" href="([^"]*)"`).exec(page)?.[1];
type Data = Record<string, unknown> & { "@type": string };
const dataOf = (page: string) =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = ""]) => JSON.parse(json) as Data,
  );

describe("the languages of a page", () => {
  it("are each canonical to themselves, and the address without one is the default", async () => {
    for (const path of ["/", "/agenda", "/restauration/aurore"]) {
      expect(hrefOf(await text("port-serac", path), "canonical")).toBe(HOME + path);
      for (const locale of ["fr", "en"]) {
        const page = await text("port-serac", `${path}?locale=${locale}`);
        expect(hrefOf(page, "canonical")).toBe(`${HOME}${path}?locale=${locale}`);
        expect(page).toContain(`<meta property="og:url" content="${HOME}${path}?locale=${locale}"`);
        expect(page).toMatch(new RegExp(`hreflang="x-default" href="${HOME}${path}"`, "i"));
      }
    }
    expect(hrefOf(await text("port-serac", "/jeux/jackpots?tab=week&locale=en"), "canonical")).toBe(
      `${HOME}/jeux/jackpots?locale=en`,
    );
    expect(hrefOf(await text(null, "/?country=fr&locale=en"), "canonical")).toBe("http://localhost:3000/?locale=en");
  });

  it("stand in the sitemap with their alternates and the day of the last change", async () => {
    const sitemap = await text("port-serac", "/sitemap.xml");
    const entries = [...sitemap.matchAll(/<url><loc>([^<]*)<\/loc><lastmod>([^<]*)<\/lastmod>(.*?)<\/url>/g)];
    expect(entries).toHaveLength(sitemap.split("<url>").length - 1);
    const addresses = entries.map(([, address = ""]) => address);
    for (const query of ["", "?locale=fr", "?locale=en"]) expect(addresses).toContain(`${HOME}/restauration${query}`);
    for (const [, , changed = "", alternates = ""] of entries) {
      expect(changed).toMatch(/^\d{4}-\d\d-\d\dT/);
      expect(alternates.match(/hreflang="(fr|en|x-default)"/g)).toHaveLength(3);
    }
    expect(await text(null, "/sitemap.xml")).toContain(
      "<loc>http://montreval.localhost:3000/?locale=en</loc><lastmod>",
    );
  });
});

describe("structured data", () => {
  it("describes the casino on every page of its site, under one name", async () => {
    for (const path of PAGES) {
      const page = await text("port-serac", path);
      const casino = dataOf(page).find((one) => one["@type"] === "Casino");
      expect([path, casino]).toEqual([
        path,
        expect.objectContaining({
          "@id": `${HOME}/#casino`,
          name: "Casino de Port-Sérac",
          hasMap: expect.stringContaining("openstreetmap.org"),
          geo: expect.objectContaining({ "@type": "GeoCoordinates" }),
          sameAs: expect.arrayContaining([expect.stringContaining("instagram")]),
          openingHoursSpecification: expect.arrayContaining([expect.objectContaining({ opens: "10:00" })]),
        }),
      ]);
      expect(page).toContain('<meta property="og:site_name" content="Casino de Port-Sérac"');
    }
    const manifest = JSON.parse(await text("port-serac", "/manifest.webmanifest")) as { name: string };
    expect(manifest.name).toBe("Casino de Port-Sérac");
  });

  it("describes the group and its casinos on the front page, with a picture for previews", async () => {
    const page = await text(null, "/");
    expect(dataOf(page)).toEqual([
      expect.objectContaining({
        "@type": "Organization",
        name: "Belrive",
        subOrganization: expect.arrayContaining([expect.objectContaining({ name: "Casino de Montreval" })]),
      }),
    ]);
    expect(page).toMatch(/<meta property="og:image" content="[^"]+\?cover=1200x630"/);
  });

  it("has only types, properties and values of schema.org's vocabulary", async () => {
    const venue = await Promise.all(PAGES.map((path) => text("port-serac", path)));
    const swiss = await Promise.all(["/", "/restauration/les-terrasses"].map((path) => text("montreval", path)));
    const found = [...venue, ...swiss, await text(null, "/")].flatMap(dataOf);
    expect(new Set(found.map((one) => one["@type"]))).toEqual(
      new Set(["Casino", "BreadcrumbList", "Event", "Restaurant", "BarOrPub", "Hotel", "Organization"]),
    );
    expect(await vocabularyProblems(found)).toEqual([]);
    // The check finds an unknown property.
    const [first = { "@type": "Casino" }] = found;
    expect(await vocabularyProblems([{ ...first, openingHour: "10:00" }])).not.toEqual([]);
  }, 120_000);
});

/** What the compiler says of these data as values of the vocabulary's types. */
async function vocabularyProblems(found: Data[]): Promise<string[]> {
  const directory = await mkdtemp(join(import.meta.dirname, ".vocabulary-"));
  try {
    const file = join(directory, "found.ts");
    const values = found.map(
      (one, at) => `export const found${at}: s.WithContext<s.${one["@type"]}> = ${JSON.stringify(one)};`,
    );
    await writeFile(file, `import type * as s from "schema-dts";\n${values.join("\n")}\n`);
    const tsc = join(import.meta.dirname, "../../node_modules/.bin/tsc");
    const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--module", "esnext"];
    const run = promisify(execFile)(tsc, [...options, "--moduleResolution", "bundler", file]);
    const output = await run.then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
    return output.split("\n").filter((line) => line.includes("error"));
  } finally {
    await rm(directory, { recursive: true });
  }
}

describe("addresses", () => {
  it("answer browsers and engines that ask for an icon or the manifest by themselves", async () => {
    for (const slug of ["port-serac", null]) {
      const icon = await get(slug, "/favicon.ico");
      expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
      expect((await get(slug, "/manifest.webmanifest")).status).toBe(200);
    }
  });

  it("in another spelling redirect to the page", async () => {
    const leads = async (path: string) => {
      const { status, headers } = await app.get("port-serac", path);
      return [status, headers.get("location")];
    };
    expect(await leads("/JEUX")).toEqual([301, "/jeux"]);
    expect(await leads("/jeux/")).toEqual([301, "/jeux"]);
    expect(await leads("//")).toEqual([301, "/"]);
    expect(await leads("//agenda?locale=en")).toEqual([301, "/agenda?locale=en"]);
  });

  it("without a page lead to Home, which can say so for a minute", async () => {
    for (const path of ["/nowhere", "/nowhere.data", "/agenda/999999/gone", "/restauration/gone", "/%ff"]) {
      const answer = await app.get("port-serac", path);
      expect([path, answer.headers.getSetCookie()]).toEqual([
        path,
        expect.arrayContaining(["missing=1; Path=/; Max-Age=60; SameSite=Lax"]),
      ]);
    }
    const home = await app.get("port-serac", "/", { cookie: "missing=1" });
    expect(await home.text()).toBe(await text("port-serac", "/"));
    expect(home.headers.getSetCookie()).toEqual([]);
  });
});
