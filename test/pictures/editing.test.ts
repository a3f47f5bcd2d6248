import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import sharp from "sharp";
import { answerProblems, type ApiDocument, type Method } from "../support/api-calls.ts";
import { atTheDesk } from "../desk/desk-browser.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { call, logInStaff, type Staff } from "../support/staff.ts";
import { SOON } from "../support/patience.ts";

let app: TestApp;
let staff: Staff;
let own = "";
let shared = "";
let other = "";
let third = "";
beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac", "valombre"], pictures: "stand-ins" });
  staff = await logInStaff(app);
  const listOf = async (id: number) =>
    Object.keys((await call(app, "", "GET", `/project/${id}`)).body["imgList"] ?? {});
  const [here, there] = [await listOf(1051), await listOf(1052)];
  own = here.find((key) => !there.includes(key)) ?? "";
  [shared = "", other = "", third = ""] = here.filter((key) => there.includes(key));
});
afterAll(() => app.close());

const picture = (color: string, size = 40) =>
  sharp({ create: { width: size, height: size, channels: 3, background: color } })
    .jpeg()
    .withExif({ IFD0: { Artist: "canary-artist" } })
    .toBuffer();

async function upload(key: string, bytes: Uint8Array, fields: Record<string, string> = {}, who: Staff = staff) {
  const form = new FormData();
  form.set("key", key);
  form.set("projectId", "1051");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(key, new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "photo.jpg");
  // The upload also accepts the raw token, without 'Bearer'.
  return who.ask("POST", "/img/upload/full", form, { authorization: who.token });
}

describe("POST /img/upload/full", () => {
  it("replaces a picture everywhere at once, keeps its texts, and answers its properties", async () => {
    const before = await (await app.get("port-serac", "/")).text();
    const answer = await upload(own, await picture("#cd2d26"));
    expect(answer.body).toEqual({
      data: { id: own, key: own, width: 40, height: 40, url: `http://port-serac.localhost:3000/media/${own}` },
    });
    await vi.waitFor(async () => expect(await (await app.get("port-serac", "/")).text()).not.toBe(before), SOON);
    const file = await staff.ask("GET", `/operators/pictures/1051/${own}`);
    expect(file.body).toMatchObject({
      data: { standing: "own", revisions: [{ rev: 1, width: 1 }] },
    });
  });

  it("warns of a picture that is too bright for text over it (WCAG 1.4.3)", async () => {
    const told = async (bytes: Uint8Array) =>
      ((await upload(own, bytes)).body as { data: { warnings?: { message: string }[] } }).data.warnings;
    const half = (top: string, bottom: string) =>
      sharp({ create: { width: 60, height: 60, channels: 3, background: top } })
        .composite([
          { input: { create: { width: 60, height: 20, channels: 3, background: bottom } }, top: 40, left: 0 },
        ])
        .png()
        .toBuffer();
    expect(await told(await picture("#ffffff"))).toEqual([
      { key: own, message: expect.stringContaining("très clair") },
    ]);
    expect(await told(await picture("#0d0a08"))).toBeUndefined();
    // The brightness of the upper part does not matter.
    expect(await told(await half("#ffffff", "#101010"))).toBeUndefined();
    expect(await told(await half("#101010", "#ffffff"))).toHaveLength(1);
  });

  it("serves it re-encoded, without the camera's metadata", async () => {
    const answer = await app.get("port-serac", `/media/${own}?width=300`, { accept: "image/webp" });
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(Buffer.from(await answer.arrayBuffer()).toString("latin1")).not.toContain("canary-artist");
  });

  it("leaves a shared picture to the other venues, and gives this one its own copy", async () => {
    const answer = await upload(shared, await picture("#1f7a6b"));
    expect(answer.body).toMatchObject({ data: { key: `port-serac-${shared}` } });
    const listOf = async (id: number) =>
      Object.keys((await call(app, "", "GET", `/project/${id}`)).body["imgList"] ?? {});
    expect(await listOf(1051)).toContain(`port-serac-${shared}`);
    expect(await listOf(1051)).not.toContain(shared);
    expect(await listOf(1052)).toContain(shared);
    const theirs = await app.world.database.db
      .selectFrom("pictures")
      .select("width")
      .where("key", "=", shared)
      .executeTakeFirst();
    expect(theirs).toEqual({ width: 1 });
  });

  it("puts the copy into the texts that showed the shared picture, and into the trail", async () => {
    const again = other;
    const words = [{ type: "image", data: { key: again, caption: "Le hall" } }];
    expect((await staff.save("home-edito", words)).status).toBe(200);
    await upload(again, await picture("#1f7a6b"));
    const { body } = await call(app, "port-serac", "GET", "/project/content/1051/home-edito");
    expect(String(body["home-edito"])).toContain(`port-serac-${again}`);
    const entries = await app.world.database.db
      .selectFrom("audit_entries")
      .select(["action", "after"])
      .where("subject", "=", "home-edito:fr")
      .orderBy("at")
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(["content.save", "content.publish"]);
    expect(JSON.stringify(entries[1]?.after)).toContain(`port-serac-${again}`);
    // Where the shared picture is shown here once more, it is copied again, and the earlier copy is kept as a version.
    const { db } = app.world.database;
    await db.updateTable("establishments").set({ cover_picture: again }).where("slug", "=", "port-serac").execute();
    expect((await upload(again, await picture("#7a1f6b"))).body).toMatchObject({
      data: { key: `port-serac-${again}` },
    });
    const file = await staff.ask("GET", `/operators/pictures/1051/port-serac-${again}`);
    expect(file.body).toMatchObject({ data: { revisions: [{ rev: 1, operator: "Camille" }] } });
  });

  it("requires alternative texts of a new picture in each language", async () => {
    const silent = await upload("port-serac-terrasse", await picture("#333333"), { alt_fr: "La terrasse" });
    expect(silent.status).toBe(422);
    expect(silent.body).toMatchObject({ error: [{ key: "alt_en" }] });
    const told = await upload("port-serac-terrasse", await picture("#333333"), {
      alt_fr: "La terrasse",
      alt_en: "Terrace",
    });
    expect(told.status).toBe(200);
  });

  it("refuses a new picture under a taken key, with the reason", async () => {
    const words = { alt_fr: "La salle", alt_en: "The room", is_new: "1" };
    expect((await upload("port-serac-salle", await picture("#222222"), words)).status).toBe(200);
    const again = await upload("port-serac-salle", await picture("#444444"), words);
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject({ error: [{ key: "key", message: expect.stringContaining("déjà ce nom") }] });
    const file = await staff.ask("GET", "/operators/pictures/1051/port-serac-salle");
    expect(file.body).toMatchObject({ data: { revisions: [] } });
  });

  it("puts the copy into the live text, also where an old draft remains after drafts were switched off", async () => {
    const flag = async (isOn: boolean) => {
      const chief = await atTheDesk(app, { can: ["VENUE_DATA"], name: "Chef" });
      await chief.open("/desk/reglages");
      expect((await chief.send("/desk/reglages", { content_drafts: isOn ? "1" : "0" })).status).toBe(303);
    };
    const words = [{ type: "image", data: { key: third, caption: "Le salon" } }];
    expect((await staff.save("agenda-edito", words, { rev: 0 })).status).toBe(200);
    await flag(true);
    expect((await staff.save("agenda-edito", "Un brouillon", { rev: 1 })).body).toMatchObject({
      data: { is_draft: true },
    });
    await flag(false);
    expect((await upload(third, await picture("#1f7a6b"))).body).toMatchObject({
      data: { key: `port-serac-${third}` },
    });
    const { body } = await call(app, "port-serac", "GET", "/project/content/1051/agenda-edito");
    expect(String(body["agenda-edito"])).toContain(`port-serac-${third}`);
  });

  it.each([
    ["fr", "Le corps doit être un formulaire avec un fichier."],
    ["en", "The body must be a form with a file."],
  ])("says what it accepts in the language of the call: %s", async (locale, error) => {
    const ask = (body: string, type: string) =>
      staff.ask("POST", "/img/upload/full", body, { authorization: staff.token, locale, "content-type": type });
    expect(await ask("{}", "application/json")).toMatchObject({ status: 415, body: { error } });
    expect(await ask("no parts", "multipart/form-data; boundary=x")).toMatchObject({ status: 400, body: { error } });
  });

  it.each(["valombre-terrasse", "nowhere", "../x", ""])("refuses a foreign or unknown key: %j", async (key) => {
    expect([404, 422]).toContain((await upload(key, await picture("#333333"), { alt_fr: "a", alt_en: "b" })).status);
  });

  it.each([
    ["a text", Buffer.from("hello")],
    ["an SVG with a script", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["a JPEG header without pixels", Buffer.from("ffd8ffe000104a464946", "hex")],
    ["an HTML page with a GIF header", Buffer.from("GIF89a/*<script>alert(1)</script>")],
    ["an empty file", Buffer.alloc(0)],
  ])("refuses %s", async (_what, bytes) => {
    const answer = await upload(own, bytes);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: [{ key: "file" }] });
  });

  it("refuses a decompression bomb by the pixels in its header", async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    expect((await upload(own, bomb)).status).toBe(422);
  });

  it("refuses more than ten megabytes", async () => {
    expect((await upload(own, Buffer.alloc(11 * 1024 * 1024))).status).toBe(413);
  });

  it("refuses an operator of another venue", async () => {
    const foreign = await logInStaff(app, { venues: ["valombre"], slug: "port-serac" });
    expect((await upload(own, await picture("#000000"), {}, foreign)).status).toBe(403);
  });
});

describe("texts and focal point", () => {
  const describeIt = (key: string, body: unknown) => staff.ask("PUT", `/operators/pictures/1051/${key}`, body);

  it("are changed in every language or not at all", async () => {
    expect((await describeIt(own, { alt: { fr: "Le hall", en: " " } })).status).toBe(422);
    const answer = await describeIt(own, { alt: { fr: "Le hall", en: "The hall" }, focal_point: { x: 0.25, y: 0.75 } });
    expect(answer.status).toBe(200);
    const file = await staff.ask("GET", `/operators/pictures/1051/${own}`);
    expect(file.body).toMatchObject({
      data: { alt: { fr: "Le hall", en: "The hall" }, focal_point: { x: 0.25, y: 0.75 } },
    });
  });

  it.each([
    ["a NUL", "Le hall\0", "The text contains unreadable characters."],
    ["more than 300 characters", `${"é".repeat(299)}🎰`, "Use 300 characters at most."],
    ["nothing", " ", "Say in a few words what the picture shows, in each language."],
  ])("are refused at the desk with %s, under the field", async (_what, alt_fr, problem) => {
    const desk = await atTheDesk(app);
    await desk.open(`/desk/images/${own}?locale=en`, { "accept-language": "en" });
    const form = new FormData();
    const fields = { alt_fr, alt_en: "The hall", focal_x: "50", focal_y: "50" };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const answer = await desk.post(`/desk/images/${own}`, form, { "accept-language": "en" });
    expect(answer.status).toBe(422);
    expect(answer.problem("alt_fr")).toBe(problem);
  });

  it("are refused in an upload with a NUL", async () => {
    const answer = await upload(own, await picture("#333333"), { alt_fr: "a\0b" });
    expect(answer).toMatchObject({ status: 422, body: { error: [{ key: "alt_fr" }] } });
  });

  it("are refused outside the picture", async () => {
    expect((await describeIt(own, { focal_point: { x: 2, y: 0 } })).status).toBe(422);
  });

  it("are restored with an earlier version", async () => {
    const answer = await staff.ask("POST", `/operators/pictures/1051/${own}/restorations`, { from: 1 });
    expect(answer.body).toMatchObject({ data: { key: own, width: 1, height: 1 } });
  });
});

describe("the contract of the operators' calls", () => {
  const EXAMPLES: [Method, string, string, unknown?][] = [
    ["get", "/authedit", "/authedit"],
    ["put", "/project/content", "/project/content", { key: "contrat-edito", content: { blocks: [] } }],
    ["put", "/project/clearcache", "/project/clearcache"],
    ["get", "/operators/content/{projectId}", "/operators/content/1051"],
    ["get", "/operators/content/{projectId}/{key}/revisions", "/operators/content/1051/cgu/revisions"],
    [
      "post",
      "/operators/content/{projectId}/{key}/restorations",
      "/operators/content/1051/cgu/restorations",
      { from: 1, rev: 1 },
    ],
    ["get", "/operators/pictures/{projectId}/{key}", "/operators/pictures/1051/"],
  ];

  it.each(EXAMPLES)("%s %s answers as /openapi.json says", async (method, template, path, body) => {
    const document = (await call(app, "port-serac", "GET", "/openapi.json")).body as unknown as ApiDocument;
    const asked = path.endsWith("/") ? `${path}${own}` : path;
    const answer = await staff.ask(method.toUpperCase(), asked, body);
    expect(answer.status).toBe(200);
    expect(answerProblems(document, template, 200, answer.body, method)).toEqual([]);
  });

  it("every operator's call documents and requires a session", async () => {
    const document = (await call(app, "port-serac", "GET", "/openapi.json")).body as unknown as ApiDocument;
    const operators = Object.entries(document.paths).filter(([path]) =>
      /^\/(operators|authedit|img|project\/(content$|clearcache))/.test(path),
    );
    expect(operators.length).toBeGreaterThan(10);
    for (const [path, operations] of operators)
      for (const [method, operation] of Object.entries(operations)) {
        if (path === "/operators/sessions" && method === "post") continue;
        expect(operation?.security, `${method} ${path}`).toBeDefined();
        const concrete = path.replaceAll("{projectId}", "1051").replaceAll("{key}", "cgu").replaceAll("{id}", "x");
        const body = method === "get" ? undefined : {};
        const answer = await call(app, "port-serac", method.toUpperCase(), concrete, body);
        expect(answer.status, `${method} ${path}`).toBe(401);
      }
  });
});
