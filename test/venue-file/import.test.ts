import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPictureEncoder } from "../../src/pictures/encoder/encoder.server.ts";
import type { Database } from "../../src/platform/database/database.server.ts";
import { importVenue, type ImportWorld } from "../../src/venue-file/import/import.server.ts";
import { memoryDatabase } from "../support/databases.ts";
import { dump } from "../support/dump.ts";
import { demoVenue, importWithStandIns, storeStandIns, type VenueFile } from "../support/test-app.ts";
import { testWorld } from "../support/world.ts";

let database: Database;
let importWorld: ImportWorld;

beforeAll(async () => {
  database = await memoryDatabase();
  importWorld = { ...testWorld(database), encoder: openPictureEncoder() };
  await importWithStandIns(importWorld, await demoVenue("valombre"));
  for (const slug of ["port-serac", "montreval"]) {
    const venue = await demoVenue(slug);
    await storeStandIns(
      database,
      venue.pictures.map((picture) => picture.key),
    );
  }
});
afterAll(async () => {
  await importWorld.encoder.close();
  await database.close();
});

type Mistake = readonly [path: string, value: unknown, message: string];

const NOBODYS = {
  key: "nobodys-picture",
  message: 'no picture "nobodys-picture" is listed under pictures or stored already',
};
const OTHERS = "belongs to another establishment";

/** Forty mistakes of all kinds: shapes, texts, references, duplicates, time windows, ids of other venues. */
const FORTY_MISTAKES: Mistake[] = [
  ["establishment.site_id", 152, OTHERS],
  ["establishment.slug", "valombre", OTHERS],
  ["establishment.name", "", "must not be empty"],
  ["establishment.label", undefined, "must be a text"],
  ["establishment.is_visible", "yes", "must be true or false"],
  ["establishment.pasino", 2, "must be 0 or 1"],
  ["establishment.preposition", "des", "must be de, de la, du or empty"],
  ["establishment.address.country", "DE", "must be FR, CH or BE"],
  ["establishment.address.latitude", 91, "must be at most 90"],
  ["establishment.address.planet", "Mars", "is not a known field"],
  ["establishment.primary_color", "red", "must be a colour such as #cd2d26"],
  ["establishment.cover.picture", NOBODYS.key, NOBODYS.message],
  ["establishment.contact_phone", "0465712051", "must be an international number such as +33465712051"],
  ["establishment.contact_email", "nobody", "must be an e-mail address"],
  ["establishment.shop_url", "javascript:alert(1)", "must be an http or https address"],
  ["establishment.tagline", { fr: "Un", en: "x".repeat(241) }, "must have at most 240 characters"],
  ["establishment.presentation", "<p>", "must be an object with fr and en"],
  ["establishment.extra_links[0]", { label: { fr: "a", en: "a" }, href: "ftp://x" }, "is not written as it should be"],
  ["establishment.games_summary.slot", -1, "must not be negative"],
  ["project.id", 1052, OTHERS],
  ["project.hosts[1]", "valombre.localhost", "belongs to another project"],
  ["project.hosts[2]", "Port-Serac.localhost:3000", "must be a lower-case host name without port"],
  ["project.locales[2]", "de", "must be fr, en or nl"],
  ["project.config.wallet_limit", "much", "must be a number"],
  ["project.config.dark_mode", true, "is not a known field"],
  ["content.Home Text", { fr: { blocks: [] } }, "must be lower-case words joined by hyphens"],
  ["content.cgu.fr.blocks[0].type", "html", "must be a paragraph, header, list, image or quote block"],
  ["content.home-text.en.blocks[0]", { type: "image", data: { key: NOBODYS.key } }, NOBODYS.message],
  ["pictures[0].focal_point.x", 1.5, "must be between 0 and 1"],
  ["pictures[1].file", 7, "must be a text"],
  ["games[0].key", "bingo", "must be one of "],
  ["games[1].mise_min", 0.125, "must have at most two decimals"],
  ["games[2].open_hour", "25:00", "must be a time such as 20:30"],
  ["restauration[0].type", "hotel", "must be restaurant, bar or hostel"],
  ["meetings.data.private.picture", NOBODYS.key, NOBODYS.message],
  ["announcements[0].id", 5201, OTHERS],
  ["announcements[1].start_at", "tomorrow", "must be an instant such as 2026-12-31T20:30:00+01:00 or today+3 20:30"],
  ["announcements[2].broadcast_end_at", "today-7 00:00", "must be after broadcast_start_at"],
  ["gallery[0]", NOBODYS.key, NOBODYS.message],
  ["jackpots[0].amount", 0, "must be more than zero"],
];

describe("a file with mistakes", () => {
  it("gets all forty reported, each with its path in plain words, and changes nothing", async () => {
    const venue = await demoVenue("port-serac");
    for (const [path, value] of FORTY_MISTAKES) setAt(venue, path, value);
    const before = await dump(database);
    const problems = await problemsOf(venue);
    expect(FORTY_MISTAKES).toHaveLength(40);
    for (const [path, value, message] of FORTY_MISTAKES) {
      const inside =
        path === "establishment.tagline"
          ? `${path}.en`
          : path === "establishment.extra_links[0]"
            ? `${path}.href`
            : path;
      expect(problems, `${path} = ${JSON.stringify(value)}`).toContainEqual({
        path: inside,
        message: expect.stringContaining(message),
      });
    }
    expect(problems).toHaveLength(FORTY_MISTAKES.length);
    expect(await dump(database)).toEqual(before);
  });

  it.each([
    ["null", null],
    ["a text", "venue"],
    ["a list", []],
    ["an empty object", {}],
    [
      "lists for objects and objects for lists",
      { establishment: [], project: 1, content: [], pictures: {}, games: "x", announcements: null, meetings: [[]] },
    ],
  ])("that is %s is refused in words", async (_name, data) => {
    const problems = await problemsOf(data);
    expect(problems.length).toBeGreaterThan(0);
    for (const { path, message } of problems)
      expect(`${path} ${message}`).not.toMatch(/invalid|expected|received|undefined|zod|regex|\^/i);
  });

  it.each([
    ["announcements[3].id", 5101, '"5101" is listed twice'],
    ["games[1].key", "machines-a-sous", '"machines-a-sous" is listed twice'],
    ["project.hosts[1]", "port-serac.localhost", '"port-serac.localhost" is listed twice'],
    ["project.locales", ["nl"], "must name fr or en beside nl"],
    ["project.locales[1]", "fr", '"fr" is listed twice'],
    ["announcements[6].end_at", "today-9 10:00", "must not be before start_at"],
    [
      "announcements[0].start_at",
      "2026-02-31T20:00:00Z",
      "must be an instant such as 2026-12-31T20:30:00+01:00 or today+3 20:30",
    ],
    ["jackpots[0].payment_date", "0000-01-01T00:00:00Z", "must be between the years 1900 and 2999"],
    ["establishment.shop_url", "https://x.example/\0", "must not contain NUL or broken characters"],
    ["content.cgu.fr.blocks[0].data.text", "half \ud800", "must not contain NUL or broken characters"],
    ["restauration[0].opening_hours", [], "Data must be of type object"],
  ] as Mistake[])("is told that %s = %j: %s", async (path, value, message) => {
    const venue = await demoVenue("port-serac");
    setAt(venue, path, value);
    expect(await problemsOf(venue)).toEqual([{ path, message }]);
  });

  it("may not give one address to two restaurants", async () => {
    const venue = await demoVenue("port-serac");
    for (const place of venue.restauration.slice(0, 2)) place.slug = "le-quai";
    expect(await problemsOf(venue)).toEqual([{ path: "restauration[1].slug", message: '"le-quai" is listed twice' }]);
  });

  it("may not move a stored establishment to another site or project number", async () => {
    const venue = await demoVenue("valombre");
    venue.establishment.site_id = 252;
    venue.project.id = 2052;
    expect(await problemsOf(venue)).toEqual([
      { path: "establishment.site_id", message: "must stay 152, as this establishment has it already" },
      { path: "project.id", message: "must stay 1052, as this establishment has it already" },
    ]);
  });
});

describe("opening schedules", () => {
  const at = "establishment.opening_hours";
  it.each([
    [at, [], "Data must be of type object"],
    [at, 7, "Data must be of type object"],
    [`${at}.days`, [], "one or more days are missing"],
    [`${at}.days[0].label`, 1, "label must be a string field"],
    [`${at}.days[1].dayOfWeek`, 7, "dayOfWeek must be an int field and be between 0 and 6"],
    [`${at}.days[2].schedules`, {}, "schedules must be an array"],
    [`${at}.days[3].schedules[0]`, "10:00", "schedules must contain objects"],
    [`${at}.days[4].schedules[0]`, { close: "03:00" }, "schedule object must contain open and close"],
    [`${at}.days[5].schedules[0].open`, "24:00", "incorrect time format"],
  ] as Mistake[])("%s = %j: %s", async (path, value, message) => {
    const venue = await demoVenue("port-serac");
    setAt(venue, path, value);
    expect(await problemsOf(venue)).toEqual([{ path, message }]);
  });
});

describe("the law of the country", () => {
  it("refuses words that the country's law forbids, in any field and language", async () => {
    const venue = await demoVenue("blankenduin");
    await storeStandIns(
      database,
      venue.pictures.map((picture) => picture.key),
    );
    setAt(venue, "announcements[0].title.fr", "Bonus\u00a0: un jeu\u202foffert");
    setAt(venue, "announcements[1].text.en", "<p>A <b>free&nbsp;game</b> tonight</p>");
    setAt(venue, "establishment.legal.legal_notice[0].fr", "Interdit aux moins de 18 ans");
    setAt(venue, "content.home-text.fr.blocks", [{ type: "list", data: { style: "unordered", items: ["Un cadeau"] } }]);
    expect(await problemsOf(venue)).toEqual([
      {
        path: "establishment.legal.legal_notice[0].fr",
        message: "“moins de 18”: the minimum age in this country is 21.",
      },
      {
        path: "content.home-text.fr.blocks[0].data.items[0]",
        message: "“cadeau”: Belgian law forbids mentioning gifts, bonuses and free games.",
      },
      {
        path: "announcements[0].title.fr",
        message: "“Bonus”: Belgian law forbids mentioning gifts, bonuses and free games.",
      },
      {
        path: "announcements[1].text.en",
        message: "“free game”: Belgian law forbids mentioning gifts, bonuses and free games.",
      },
    ]);
  });

  it("requires all five prevention blocks of a Swiss site, with text in them", async () => {
    const venue = await demoVenue("montreval");
    delete venue.content["prevention-help"];
    setAt(venue, "content.prevention-risks.fr.blocks", []);
    setAt(venue, "content.prevention-limits.fr.blocks", [{ type: "paragraph", data: { text: " <b><br></b> " } }]);
    setAt(venue, "content.prevention-exclusion.fr.blocks", [{ type: "header", data: { text: "Aide", level: 2 } }]);
    const message = "must not be empty: the law of this country wants all five prevention blocks";
    expect(await problemsOf(venue)).toEqual(
      ["risks", "limits", "exclusion", "help"].map((key) => ({ path: `content.prevention-${key}`, message })),
    );
  });

  it("requires none of a French site", async () => {
    expect(Object.keys((await demoVenue("port-serac")).content)).not.toContain("prevention-help");
    expect(await problemsOf(await demoVenue("port-serac"))).toEqual([]);
  });
});

it("may have 1,000 text blocks at most, as a site, because a file of thousands would hold the site up", async () => {
  const venue = await demoVenue("port-serac");
  for (let at = 0; at <= 1_000; at += 1) venue.content[`block-${at}`] = { fr: { blocks: [] } };
  expect(await problemsOf(venue)).toEqual([{ path: "content", message: "must have at most 1000 entries" }]);
});

describe("pictures", () => {
  it("may lack their file only if they are stored already", async () => {
    const venue = await demoVenue("port-serac");
    const [first] = venue.pictures;
    if (first === undefined) throw new Error("the demo venue must have pictures");
    venue.pictures.push({ ...first, key: "never-seen", file: "never-seen.webp" });
    const at = venue.pictures.length - 1;
    expect(await problemsOf(venue)).toEqual([
      {
        path: `pictures[${at}].file`,
        message: 'never-seen.webp is not there, and no picture "never-seen" is stored yet',
      },
    ]);
  });

  it("must be pictures, and one bad file does not hide other mistakes", async () => {
    const venue = await demoVenue("port-serac");
    setAt(venue, "pictures[0].file", "a.webp");
    setAt(venue, "pictures[1].file", "b.webp");
    const files = new Map([
      ["a.webp", Buffer.from("<svg onload=alert(1)>")],
      ["b.webp", Buffer.alloc(10 * 1024 * 1024 + 1)],
    ]);
    expect(await problemsOf(venue, files)).toEqual([
      { path: "pictures[0].file", message: "The file must be a JPEG, PNG or WebP picture." },
      { path: "pictures[1].file", message: "The picture must have at most 10 MB." },
    ]);
  });

  it("of a text block are checked in every language", async () => {
    const venue = await demoVenue("port-serac");
    const image = (key: string) => ({ type: "image" as const, data: { key } });
    venue.content["fresh-text"] = {
      fr: { blocks: [image("hero-lake-dusk"), image("gone")] },
      en: { blocks: [image("lost")] },
    };
    expect(await problemsOf(venue)).toEqual([
      {
        path: "content.fresh-text.fr.blocks[1]",
        message: 'no picture "gone" is listed under pictures or stored already',
      },
      {
        path: "content.fresh-text.en.blocks[0]",
        message: 'no picture "lost" is listed under pictures or stored already',
      },
    ]);
  });
});

async function problemsOf(data: unknown, files = new Map<string, Uint8Array>()) {
  const result = await importVenue(importWorld, data, files);
  return "problems" in result ? result.problems : [];
}

/** Sets the value at a path such as `announcements[3].id`; undefined deletes it. */
function setAt(venue: VenueFile, path: string, value: unknown): void {
  const steps = path.split(/\.|\[(\d+)\]/).filter((step) => step !== undefined && step !== "");
  const last = steps.pop() ?? "";
  let at = venue as unknown as Record<string, unknown>;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
}
