import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dump } from "../support/dump.ts";
import { demoVenue, storeStandIns, type TestApp, type VenueFile } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { schemaProblems } from "../support/json-schema.ts";
import { TEST_IMPORT_KEY } from "../support/world.ts";

const HOSTILE =
  '<p onclick="alert(1)">Bon<script>alert(1)</script>soir <a href="javascript:alert(1)">ici</a></p><img src=x onerror=alert(1)>';
const RICH = "<p>Bonsoir <a>ici</a></p>";
const INLINE = "Bonsoir <a>ici</a>";

let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["bientot"], pictures: "stand-ins" });
  for (const slug of ["port-serac", "aubenac"]) {
    await storeStandIns(
      app.world.database,
      (await demoVenue(slug)).pictures.map((picture) => picture.key),
    );
  }
});
afterAll(() => app.close());

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return app.send("localhost:3000", "/api/imports", {
    method: "POST",
    headers: { authorization: `Bearer ${TEST_IMPORT_KEY}`, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function json(path: string): Promise<unknown> {
  return (await app.get("port-serac", `/api${path}`)).json();
}

describe("POST /api/imports", () => {
  it.each([
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${"1".repeat(64)}`,
    `Basic ${TEST_IMPORT_KEY}`,
    TEST_IMPORT_KEY,
    "Bearer é",
  ])("answers 401 to the key '%s' before the body is read", async (authorization) => {
    let isRead = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          isRead = true;
          controller.enqueue(new Uint8Array(1024));
        },
      },
      { highWaterMark: 0 },
    );
    const request = {
      method: "POST",
      body,
      duplex: "half",
      headers: { authorization: encodeURI(authorization), "content-type": "application/json" },
    };
    const answer = await app.send("localhost:3000", "/api/imports", request);
    expect([answer.status, await answer.json()]).toEqual([401, { error: expect.any(String) }]);
    expect(isRead).toBe(false);
  });

  it("imports a venue, which answers at once on its own host and in the API", async () => {
    const answer = await post({ data: await demoVenue("port-serac"), files: {} });
    expect([answer.status, await answer.json()]).toEqual([200, { data: { id: 51, slug: "port-serac" } }]);
    expect(await json("/establishments/51")).toMatchObject({ data: { data: { name: "Port-Sérac" } } });
    expect(await (await app.get("port-serac", "/")).text()).toContain("Casino de Port-Sérac");
  });

  it("returns every problem in the API's error format, and changes nothing", async () => {
    const venue = await demoVenue("aubenac");
    Object.assign(venue.establishment, { name: "", pasino: 7 });
    venue.gallery.push("nobodys-picture");
    const before = await dump(app.world.database);
    const answer = await post({ data: venue });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({
      error: [
        { key: "establishment.name", message: "must not be empty" },
        { key: "establishment.pasino", message: "must be 0 or 1" },
        {
          key: `gallery[${venue.gallery.length - 1}]`,
          message: 'no picture "nobodys-picture" is listed under pictures or stored already',
        },
      ],
    });
    expect(await dump(app.world.database)).toEqual(before);
  });

  it.each([
    ["no JSON", "{", {}, 400],
    ["another type", "{}", { "content-type": "text/plain" }, 415],
    ["a forbidden key", '{"data":{"__proto__":{"polluted":1}}}', {}, 400],
    ["a bare list", "[]", {}, 422],
    ["files that are none", { data: {}, files: "all" }, {}, 422],
    ["files of another type", { data: {}, files: { a: 1, b: null, c: {} } }, {}, 422],
  ])("refuses %s", async (_name, body, headers, status) => {
    const answer = await post(body, headers);
    expect([answer.status, await answer.json()]).toEqual([status, { error: expect.anything() }]);
  });

  it("answers no other method", async () => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      expect((await app.send("localhost:3000", "/api/imports", { method })).status).toBe(405);
    }
  });
});

describe("HTML of a venue", () => {
  it("is sanitised on import", async () => {
    expect((await post({ data: await hostileVenue() })).status).toBe(200);
    const stored = JSON.stringify(await dump(app.world.database));
    expect(stored).toContain("Bonsoir");
    expect(stored).not.toMatch(/<script|alert\(|onclick|onerror|javascript:/);
  });

  it("is sanitised on output, whatever is stored", async () => {
    await poison();
    const agenda = await json("/announcement/all?etb[]=51");
    expect(agenda).toMatchObject({ data: { spectacle: [{ text: RICH }, { text: RICH }] } });
    const detail = await json("/establishments/51");
    expect(detail).toMatchObject({
      data: {
        data: {
          creative: {
            presentation: RICH,
            games: { "machines-a-sous": { presentation: RICH } },
            restauration: [{ presentation: RICH }, {}, {}, {}],
            activity: [{ presentation: RICH }, {}],
            meetings: { data: { professional: { presentation: RICH }, private: { presentation: RICH } } },
          },
        },
      },
    });
    const { content } = (await json("/project/1051")) as { content: Record<string, string> };
    expect(JSON.parse(content["home-text"] ?? "")).toEqual({
      blocks: [
        { type: "paragraph", data: { text: INLINE } },
        { type: "paragraph", data: { text: INLINE } },
        { type: "list", data: { style: "ordered", items: [INLINE] } },
        { type: "quote", data: { text: INLINE, caption: INLINE } },
      ],
    });
  });

  it("cannot inject scripts into the page, its description or its structured data", async () => {
    const { db } = app.world.database;
    const label = JSON.stringify({ fr: HOSTILE, en: HOSTILE });
    await db
      .updateTable("establishments")
      .set({ tagline: label, name: HOSTILE, street_address: "</script><script>alert(1)" })
      .where("id", "=", 51)
      .execute();
    await db.updateTable("announcements").set({ title: label }).where("establishment_id", "=", 51).execute();
    app.pageHandler.cache.clearAll();
    const page = await (await app.get("port-serac", "/")).text();
    expect(page).toContain("Bon");
    expect(page).not.toMatch(/<script>alert|<img src=x|<p onclick|href="javascript:/);
  });

  async function hostileVenue(): Promise<VenueFile> {
    const venue = await demoVenue("port-serac");
    const text = { fr: HOSTILE, en: HOSTILE };
    venue.establishment.presentation = text;
    for (const item of venue.announcements) item.text = text;
    for (const item of [...venue.games, ...venue.restauration, ...venue.activities]) item.presentation = text;
    for (const meeting of Object.values(venue.meetings.data)) meeting.presentation = text;
    const blocks = [
      { type: "paragraph" as const, data: { text: HOSTILE } },
      { type: "header" as const, data: { text: HOSTILE, level: 2 } },
      { type: "list" as const, data: { style: "unordered" as const, items: [HOSTILE] } },
      { type: "quote" as const, data: { text: HOSTILE, caption: HOSTILE } },
      { type: "image" as const, data: { key: "hero-lake-dusk", caption: HOSTILE } },
    ];
    venue.content = { ...venue.content, "home-text": { fr: { blocks }, en: { blocks } } };
    return venue;
  }

  /** Stores hostile HTML directly, as an older release or manual SQL could have. */
  async function poison(): Promise<void> {
    const { db } = app.world.database;
    const text = JSON.stringify({ fr: HOSTILE, en: HOSTILE });
    await db.updateTable("establishments").set({ presentation: text }).where("id", "=", 51).execute();
    await db.updateTable("announcements").set({ text }).where("establishment_id", "=", 51).execute();
    for (const table of ["games", "restaurants", "activities", "meetings"] as const) {
      await db.updateTable(table).set({ presentation: text }).where("establishment_id", "=", 51).execute();
    }
    const blocks = [
      { type: "paragraph", data: { text: HOSTILE, onclick: "alert(1)" } },
      { type: "paragraph", data: { text: HOSTILE } },
      { type: "html", data: { html: HOSTILE } },
      { type: "paragraph", data: { text: null } },
      { type: "image", data: { key: '"><script>alert(1)</script>' } },
      null,
      { type: "list", data: { style: "ordered", items: [HOSTILE] } },
      { type: "quote", data: { text: HOSTILE, caption: HOSTILE } },
    ];
    await db
      .updateTable("content_blocks")
      .set({ body: JSON.stringify({ blocks }) })
      .where("project_id", "=", 1051)
      .where("key", "=", "home-text")
      .execute();
  }
});

describe("GET /api/import.schema.json", () => {
  it("is a JSON Schema that names what an import must have", async () => {
    const schema = (await json("/import.schema.json")) as Record<string, unknown>;
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "/api/import.schema.json",
      type: "object",
      additionalProperties: false,
    });
    expect(schema["required"]).toEqual([
      "establishment",
      "project",
      "content",
      "pictures",
      "games",
      "restauration",
      "activities",
      "meetings",
      "announcements",
      "gallery",
      "jackpots",
    ]);
  });

  it.each([
    "port-serac",
    "valombre",
    "la-rochemar",
    "le-havrelac",
    "cap-ferrand",
    "aubenac",
    "sainte-orielle",
    "montreval",
    "blankenduin",
    "bientot",
  ])("accepts demo/venues/%s.json", async (slug) =>
    expect(schemaProblems(await json("/import.schema.json"), await demoVenue(slug))).toEqual([]),
  );

  it("refuses the shapes that the import refuses", async () => {
    const venue = { ...(await demoVenue("bientot")), games: "none", colour: "red" };
    expect(schemaProblems(await json("/import.schema.json"), venue)).toEqual([
      "must NOT have additional properties colour",
      "/games must be array",
    ]);
  });
});
