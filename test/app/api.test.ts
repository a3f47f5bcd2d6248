import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerProblems, CALLS, type ApiDocument } from "../support/api-calls.ts";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

type Fields = Record<string, unknown>;

let app: TestApp;
let document: ApiDocument;

beforeAll(async () => {
  const clock = standingClock(SATURDAY_EVENING);
  const venues = ["port-serac", "montreval", "blankenduin", "bientot"];
  app = await openIsolatedApp({ venues, clock, pictures: "stand-ins" });
  document = (await json("/openapi.json")) as ApiDocument;
});
afterAll(() => app.close());

const get = (path: string, headers?: Record<string, string>) => app.get("port-serac", `/api${path}`, headers);

async function json(path: string, headers?: Record<string, string>): Promise<unknown> {
  const answer = await get(path, headers);
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  return answer.json();
}

/** The value at a path in the JSON answer, such as data.data. */
async function read<T>(path: string, at: string, headers?: Record<string, string>): Promise<T> {
  let value = await json(path, headers);
  for (const step of at.split(".")) value = (value as Fields)[step];
  return value as T;
}

describe("an unknown host", () => {
  it.each([
    ["POST", "/api/password/recover", "en", "None of our casinos answers to this name."],
    ["GET", "/api/establishments", "fr", "Aucun de nos casinos ne répond à ce nom."],
    ["GET", "/api/floor/members", "en", "None of our casinos answers to this name."],
    ["POST", "/webhooks/ubble", "en", "None of our casinos answers to this name."],
    ["POST", "/webhooks/facebook", "en", "None of our casinos answers to this name."],
  ])("is refused by %s %s with the API's error body", async (method, path, locale, error) => {
    const answer = await app.send("evil.example", path, { method, headers: { locale } });
    expect([answer.status, await answer.json()]).toEqual([421, { error }]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("is refused with a page where people look after a deletion that they asked Facebook for", async () => {
    const answer = await app.send("evil.example", "/webhooks/facebook/a-code", { headers: { locale: "en" } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([421, "text/html; charset=utf-8"]);
    expect(await answer.text()).toContain("None of our casinos goes by this name.");
  });
});

describe("the description at /api/openapi.json", () => {
  it("is OpenAPI 3.1 and lists exactly the public GET calls", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers).toEqual([{ url: "/api" }]);
    const reads = Object.entries(document.paths).filter(
      ([path, { get }]) =>
        // The gifts' version is authorised by a ticket in the query, not by a session.
        get?.security?.length === 0 && path !== "/users/gifts/version" && !/^\/(webhooks|import)/.test(path),
    );
    expect(reads.map(([path]) => path).sort()).toEqual(Object.keys(CALLS).sort());
  });

  it.each(Object.keys(CALLS))("declares the parameters and refusals of %s", (template) => {
    const { parameters = [], responses } = document.paths[template]?.get ?? { responses: {} };
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    const named = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(inPath.map((parameter) => parameter.name)).toEqual(named);
    expect(inPath.every((parameter) => parameter.required)).toBe(true);
    const refusals = Object.keys(responses).filter((status) => !["200", "421", "429"].includes(status));
    expect(refusals).toEqual(takesNoInput(template) ? [] : ["404", "422"]);
    for (const { description } of Object.values(responses)) expect(description).not.toBe("");
  });

  it("describes every field of the answers with venue data", () => {
    const ofVenues = Object.keys(CALLS).filter((template) => template !== "/captcha");
    const loose = ofVenues.flatMap((template) => {
      const { schema } = document.paths[template]?.get?.responses["200"]?.content["application/json"] ?? {};
      return looseParts(schema, template);
    });
    expect(loose).toEqual([]);
  });

  it.each(Object.entries(CALLS))("matches the answers of %s in French and English", async (template, path) => {
    for (const locale of ["fr", "en"])
      expect(answerProblems(document, template, 200, await json(path, { locale }))).toEqual([]);
  });
});

/** A call that answers everybody the same refuses only hosts and networks, which the API's document says of each call. */
function takesNoInput(template: string): boolean {
  return ["/establishment", "/captcha", "/site/jackpot/MEGAPOT/live"].includes(template);
}

/** The parts of a schema that allow any value. Maps with free keys are allowed. */
function looseParts(schema: unknown, path: string): string[] {
  const { type, properties, items, anyOf, additionalProperties, $ref } = (schema ?? {}) as Record<string, unknown>;
  if ($ref !== undefined) return [];
  if (anyOf !== undefined) return (anyOf as unknown[]).flatMap((form) => looseParts(form, path));
  if (type === undefined) return [`${path} is of any type`];
  if (type === "array") return looseParts(items, `${path}[]`);
  if (type !== "object") return [];
  if (typeof additionalProperties === "object") return looseParts(additionalProperties, `${path}.*`);
  if (additionalProperties !== false) return [`${path} may have any field`];
  return Object.entries(properties as object).flatMap(([name, part]) => looseParts(part, `${path}.${name}`));
}

describe("establishments", () => {
  it("lists the visible ones by name under data, without the invisible one", async () => {
    const list = await read<Fields[]>("/establishment", "data");
    expect(list.map((item) => item["name"])).toEqual(["Blankenduin", "Montreval", "Port-Sérac"]);
    expect(list[2]).toEqual({
      id: 51,
      site_id: 151,
      name: "Port-Sérac",
      label: "Casino de Port-Sérac",
      is_visible: true,
      creative: {
        background_color: "#cd2d26",
        logo_background_color: "#1a0d0b",
        logo_gold: true,
        games: {
          "machines-a-sous": { picture: expect.stringMatching(/^http:\/\/port-serac\.localhost:3000\/media\//) },
        },
      },
    });
  });

  it("answers all details under data.data, even of the invisible one", async () => {
    const detail = await read<Fields>("/establishments/51", "data.data");
    expect(detail).toMatchObject({ id: 51, site_id: 151, name: "Port-Sérac", pasino: 0 });
    expect(await read("/establishments/99", "data.data.id")).toBe(99);
  });

  it.each([
    [51, { country: "FR", "postal-code": "74990", locality: "Port-Sérac" }],
    [61, { country: "CH" }],
    [71, { country: "BE" }],
  ])("gives the address of establishment %i with the documented field names", async (id, address) => {
    expect(await read(`/establishments/${id}`, "data.data.creative.address")).toMatchObject(address);
  });

  it("gives every part of creative in its documented form", async () => {
    const creative = await read<Fields>("/establishments/51", "data.data.creative");
    expect(creative).toMatchObject({
      contact_phone: "+33465712051",
      contact_email: "contact@port-serac.belrive.example",
      parking: true,
      smoking_area: true,
      social: expect.any(Object),
      games_summary: { slot: 180, elec: 42, jt: 14 },
      legal: { legal_notice: expect.any(Array) },
    });
    expect((creative["opening_hours"] as { days: unknown[] }).days).toHaveLength(7);
    expect((creative["restauration"] as Fields[]).map((entry) => entry["type"])).toEqual([
      "restaurant",
      "bar",
      "restaurant",
      "hostel",
    ]);
    expect((creative["activity"] as Fields[])[0]).toMatchObject({
      lang: { fr: { summary: expect.any(String) }, en: { summary: expect.any(String) } },
    });
    expect(creative["meetings"]).toMatchObject({
      is_active: true,
      data: { professional: { label: expect.any(String) }, private: {} },
    });
  });

  it("hides the contact e-mail unless the venue shows it", async () => {
    expect(await read("/establishments/71", "data.data.creative.contact_email")).toBeNull();
  });

  it("gives the games' amounts in currency units with at most two decimals", async () => {
    const games = await read<Record<string, { mise_min: number | null }>>(
      "/establishments/51",
      "data.data.creative.games",
    );
    const stakes = Object.values(games).flatMap((game) => game.mise_min ?? []);
    expect(stakes.length).toBeGreaterThan(0);
    for (const stake of stakes) expect(Number.isInteger(Math.round(stake * 1e6) / 1e4)).toBe(true);
  });

  it("answers in the language of the locale header, or in French if it is missing or unknown", async () => {
    const [fr, en, none, nl] = await Promise.all(
      [{ locale: "fr" }, { locale: "en" }, {}, { locale: "nl" }].map((headers) =>
        read<string>("/establishments/51", "data.data.creative.presentation", headers as Record<string, string>),
      ),
    );
    expect(fr).toContain("Un palace posé sur l’eau");
    expect(en).toContain("A palace set on the water");
    expect([none, nl]).toEqual([fr, fr]);
  });

  it("counts the games at the top level of the answer", async () => {
    expect(await json("/site/161/games/stats")).toEqual({ slot: 210, elec: 24, jt: 15 });
  });
});

describe("projects and their texts", () => {
  it("gives the site of the host, and 404 on the group's host", async () => {
    expect(await json("/project")).toMatchObject({ projectId: 1051, establishment_id: 51 });
    const swiss = await app.get("montreval", "/api/project");
    expect(await swiss.json()).toMatchObject({ projectId: 1061, establishment_id: 61 });
    const group = await app.send("localhost:3000", "/api/project");
    expect([group.status, await group.json()]).toEqual([404, { error: expect.any(String) }]);
  });

  it("carries each text as JSON of blocks, and the flags of the site", async () => {
    const project = (await json("/project/1051")) as {
      content: Record<string, string>;
      parent_modeles: Fields;
      imgList: Fields;
    };
    for (const body of Object.values(project.content)) expect(JSON.parse(body)).toHaveProperty("blocks");
    expect(project.parent_modeles).toEqual({
      common_config: {
        cashless: { is_active: true },
        login_facebook: { is_active: true },
        login_google: { is_active: true },
        login_apple: { is_active: true },
      },
    });
    expect(project.imgList["hero-lake-dusk"]).toEqual({ key: "hero-lake-dusk" });
  });

  it("lists the pictures used in its texts under imgList", async () => {
    const body = { blocks: [{ type: "image", data: { key: "activity-bowling" } }] };
    await app.services.world.database.db
      .insertInto("content_blocks")
      .values({ project_id: 1061, key: "a-note", locale: "fr", body: JSON.stringify(body), updated_at: new Date() })
      .execute();
    const { imgList } = (await json("/project/1061")) as { imgList: Fields };
    expect(imgList["activity-bowling"]).toEqual({ key: "activity-bowling" });
  });

  it("answers one text in a field named by its key, in French if there is no translation", async () => {
    const french = await read<string>("/project/content/1051/home-text", "home-text", { locale: "fr" });
    const english = await read<string>("/project/content/1051/home-text", "home-text", { locale: "en" });
    expect(JSON.parse(french)).toHaveProperty("blocks");
    expect(english).not.toBe(french);
    const { db } = app.world.database;
    await db
      .deleteFrom("content_blocks")
      .where("project_id", "=", 1051)
      .where("locale", "=", "en")
      .where("key", "=", "cgu")
      .execute();
    expect(await read("/project/content/1051/cgu", "cgu", { locale: "en" })).toBe(
      await read("/project/content/1051/cgu", "cgu"),
    );
  });

  it("leaves a lazily loaded text out of the project and answers it by its key", async () => {
    const { db } = app.world.database;
    await db
      .updateTable("content_blocks")
      .set({ loads_with_project: false })
      .where("project_id", "=", 1071)
      .where("key", "=", "cgu")
      .execute();
    expect(await read("/project/1071", "content")).not.toHaveProperty("cgu");
    expect(await read("/project/content/1071/cgu", "cgu")).toContain("blocks");
  });
});
