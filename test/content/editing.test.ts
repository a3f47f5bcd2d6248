import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { standingClock, type StandingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SCRIPT_VECTORS } from "./script-vectors.ts";
import { call, logInStaff, paragraph, type Staff } from "../support/staff.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { SOON } from "../support/patience.ts";

const VENUES = ["port-serac", "montreval", "blankenduin"];

oneDatabase("the content API", (open) => {
  let app: TestApp;
  let clock: StandingClock;
  let staff: Staff;
  beforeAll(async () => {
    clock = standingClock(SATURDAY_EVENING);
    app = await openTestApp(await open(), { venues: VENUES, clock, pictures: "stand-ins" });
    staff = await logInStaff(app);
  });
  afterAll(() => app.close());

  const stored = async (key: string, locale = "fr", slug = "port-serac", id = 1051) => {
    const answer = await call(app, slug, "GET", `/project/content/${id}/${key}`, undefined, { locale });
    return answer.status === 200 ? (JSON.parse(String(answer.body[key])) as { blocks: object[] }) : null;
  };
  const page = async (path: string, locale = "fr", slug = "port-serac") =>
    (await app.get(slug, path, { "accept-language": locale })).text();
  const trail = (subject: string) =>
    app.world.database.db
      .selectFrom("audit_entries")
      .select(["action", "operator", "before", "after"])
      .where("subject", "=", subject)
      .orderBy("at")
      .execute();

  describe("a save (PUT /project/content)", () => {
    it("is live on the page in its language, and in no other", async () => {
      await page("/cgu");
      await page("/cgu", "en");
      const english = await page("/cgu", "en");
      expect((await staff.save("cgu", "Les lampes <b>s’allument</b>.")).body).toEqual({ data: { rev: 2 } });
      await vi.waitFor(async () => expect(await page("/cgu")).toContain("<b>s’allument</b>"), SOON);
      expect(await page("/cgu", "en")).toBe(english);
      expect((await staff.save("cgu", "The lamps are lit.", {}, { locale: "en" })).status).toBe(200);
      await vi.waitFor(async () => expect(await page("/cgu", "en")).toContain("The lamps are lit."), SOON);
    });

    it("clears the cached pages that show the text, and no others", async () => {
      for (const path of ["/cgu", "/jeux"]) await page(path);
      const before = app.pageHandler.cache.size();
      await staff.save("cgu", `Un mot de plus.`);
      await vi.waitFor(() => expect(app.pageHandler.cache.size()).toBeLessThan(before), SOON);
      expect(app.pageHandler.cache.size()).toBeGreaterThan(0);
    });

    it("is read back sanitised, whatever was sent", async () => {
      await staff.save(
        "home-edito",
        'Bonsoir <script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">ici</a>',
      );
      expect(await stored("home-edito")).toEqual({ blocks: [paragraph("Bonsoir <a>ici</a>")] });
    });

    it("makes a revision, but not for the same text again", async () => {
      const first = await staff.save("jeux-edito", "Un");
      expect(first.body).toEqual({ data: { rev: 1 } });
      expect((await staff.save("jeux-edito", "Un")).body).toEqual({ data: { rev: 1 } });
      expect((await staff.save("jeux-edito", "Un", { rev: 0 })).body).toEqual({ data: { rev: 1 } });
      expect((await staff.save("jeux-edito", "Deux", { rev: 1 })).body).toEqual({ data: { rev: 2 } });
    });

    it("from an older revision gets 409 with both versions, and changes nothing", async () => {
      await staff.save("agenda-edito", "La leur", { rev: 0 });
      const answer = await staff.save("agenda-edito", "La mienne", { rev: 0 });
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        error: expect.stringContaining("modifié entre-temps"),
        error_details: {
          yours: { content: JSON.stringify({ blocks: [paragraph("La mienne")] }) },
          theirs: {
            rev: 1,
            content: JSON.stringify({ blocks: [paragraph("La leur")] }),
            updated_at: clock.now().toISOString(),
            operator: "Camille",
          },
        },
      });
      expect(await stored("agenda-edito")).toEqual({ blocks: [paragraph("La leur")] });
    });

    it("by twenty writers at once from one revision succeeds for one", async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => staff.save("course-edito", `Coureur ${at}`, { rev: 0 })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    });

    it("without a revision overwrites, and the trail marks it", async () => {
      await staff.save("dernier-edito", "Premier");
      await staff.save("dernier-edito", "Second");
      const entries = await trail("dernier-edito:fr");
      expect(entries).toMatchObject([
        { action: "content.save", operator: "Camille", before: null },
        {
          before: { rev: 1, content: { blocks: [paragraph("Premier")] } },
          after: { rev: 2, content: { blocks: [paragraph("Second")] }, last_write_wins: true },
        },
      ]);
    });

    it("is in the language that the header names, French by default, never in the browser's", async () => {
      await staff.save("langue-edito", "Sans en-tête", {}, { "accept-language": "en", cookie: "locale=en" });
      expect(await stored("langue-edito")).toEqual({ blocks: [paragraph("Sans en-tête")] });
      for (const locale of ["nl", "de", "en-GB", "x"]) {
        const refused = await staff.save("langue-edito", "Jamais", {}, { locale });
        expect(refused.status).toBe(422);
        expect(refused.body).toMatchObject({ error: [{ key: "locale" }] });
      }
      const back = await staff.ask(
        "POST",
        "/operators/content/1051/langue-edito/restorations",
        { from: 1 },
        { locale: "nl" },
      );
      expect(back.status).toBe(422);
    });

    it("accepts an Editor.js document with ids, times and nested lists", async () => {
      const content = {
        time: 1,
        version: "2.31.7",
        blocks: [
          { id: "a", type: "header", data: { text: "Soirées", level: 2 }, tunes: {} },
          {
            id: "b",
            type: "list",
            data: {
              style: "unordered",
              meta: {},
              items: [
                { content: "Un", meta: {}, items: [{ content: "Un bis", meta: {}, items: [] }] },
                { content: "" },
              ],
            },
          },
          { id: "c", type: "quote", data: { text: "Mot", caption: "Nom", alignment: "left" } },
        ],
      };
      expect((await staff.ask("PUT", "/project/content", { key: "liste-edito", content })).status).toBe(200);
      expect(await stored("liste-edito")).toEqual({
        blocks: [
          { type: "header", data: { text: "Soirées", level: 2 } },
          { type: "list", data: { style: "unordered", items: ["Un", "Un bis"] } },
          { type: "quote", data: { text: "Mot", caption: "Nom" } },
        ],
      });
    });

    it("is left out of the project where `not_loadauto` is set", async () => {
      await staff.save("paresseux-edito", "Plus tard", { not_loadauto: true });
      const project = await call(app, "port-serac", "GET", "/project");
      expect(project.body).toMatchObject({ projectId: 1051 });
      expect(Object.keys(project.body["content"] ?? {})).not.toContain("paresseux-edito");
      expect(await stored("paresseux-edito")).toEqual({ blocks: [paragraph("Plus tard")] });
    });

    it.each([
      ["no JSON", "{", 400],
      ["an empty body", {}, 422],
      ["a key with a path in it", { key: "../cgu", content: { blocks: [] } }, 422],
      ["content that is not a document", { key: "cgu", content: "[]" }, 422],
      ["content that is a number", { key: "cgu", content: 5 }, 422],
      ["a block of another kind", { key: "cgu", content: { blocks: [{ type: "raw", data: { html: "<b>" } }] } }, 422],
      [
        "a first-level heading",
        { key: "cgu", content: { blocks: [{ type: "header", data: { text: "x", level: 1 } }] } },
        422,
      ],
      ["a paragraph of 200 KB", { key: "cgu", content: { blocks: [paragraph("a".repeat(200_000))] } }, 422],
      ["more than half a megabyte", { key: "cgu", content: { blocks: [paragraph("a".repeat(600_000))] } }, 413],
      ["a negative revision", { key: "cgu", content: { blocks: [] }, rev: -1 }, 422],
      [
        "half a surrogate pair",
        '{"key":"cgu","content":{"blocks":[{"type":"paragraph","data":{"text":"\\ud800"}}]}}',
        400,
      ],
      ["NUL", '{"key":"cgu","content":{"blocks":[{"type":"paragraph","data":{"text":"\\u0000"}}]}}', 400],
      [
        "half a surrogate pair inside JSON text",
        { key: "cgu", content: '{"blocks":[{"type":"paragraph","data":{"text":"\\ud800"}}]}' },
        422,
      ],
      ["a forbidden key", '{"key":"cgu","__proto__":{},"content":{"blocks":[]}}', 400],
    ])("of %s is refused, and changes nothing", async (_what, body, status) => {
      const before = await stored("cgu");
      const answer = await staff.ask("PUT", "/project/content", body);
      expect(answer.status).toBe(status);
      expect(answer.body).toHaveProperty("error");
      expect(await stored("cgu")).toEqual(before);
    });

    it("stores no script in any field of any block", async () => {
      const vectors = [...SCRIPT_VECTORS].slice(0, 40);
      const blocks = vectors.flatMap((text) => [
        paragraph(text),
        { type: "header", data: { text, level: 2 } },
        { type: "list", data: { style: "ordered", items: [text] } },
        { type: "quote", data: { text, caption: text } },
      ]);
      expect((await staff.save("cgu", blocks)).status).toBe(200);
      const html = JSON.stringify(await stored("cgu"));
      expect(html).not.toMatch(/<(?!\/?(?:b|i|u|a|br)[ >/])[a-z]|\\"javascript:|<a [^>]*\bon/i);
    });
  });

  it("of a paragraph of 200 kilobytes is refused with its place and the reason, and stores nothing", async () => {
    const answer = await staff.save("long-edito", [paragraph("Court"), paragraph("mot ".repeat(50_000))]);
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        error: [
          {
            key: "content.blocks.1.data.text",
            message: expect.stringMatching(/^Ce passage dépasse 20.000 caractères/),
          },
        ],
      },
    ]);
    expect((await staff.save("long-edito", [paragraph("mot ".repeat(500_000))])).status).toBe(413);
    expect(await stored("long-edito")).toBeNull();
  });

  describe("permissions of editing", () => {
    it("refuses an operator of another venue, whatever the body says", async () => {
      const foreign = await logInStaff(app, { venues: ["montreval"], slug: "port-serac" });
      expect((await foreign.save("cgu", "Chez vous")).status).toBe(403);
      expect((await foreign.save("cgu", "Chez vous", { projectId: 1051 })).status).toBe(403);
      expect((await foreign.save("cgu", "Chez vous", { projectId: 1061 })).status).toBe(403);
      expect((await foreign.ask("GET", "/operators/content/1051")).status).toBe(403);
      const atHome = await logInStaff(app, { venues: ["montreval"] });
      expect((await atHome.save("home-edito", "Chez vous", { projectId: 1051 })).status).toBe(403);
      expect(await stored("cgu")).not.toEqual({ blocks: [paragraph("Chez vous")] });
    });

    it("on the group's host, writes to the session's only site", async () => {
      const answer = await call(
        app,
        "",
        "PUT",
        "/project/content",
        { key: "groupe-edito", content: { blocks: [] } },
        {
          authorization: `Bearer ${staff.token}`,
        },
      );
      expect(answer.body).toEqual({ data: { rev: 1 } });
    });

    it("refuses edits without SITE_UPDATE, and schedules without CONTENT_PUBLISH", async () => {
      const reader = await logInStaff(app, { can: ["AUDIT"] });
      expect((await reader.save("cgu", "Non")).status).toBe(403);
      expect((await reader.ask("PUT", "/project/clearcache")).status).toBe(403);
      const writer = await logInStaff(app, { can: ["SITE_UPDATE"] });
      expect((await writer.save("cgu", "Non", { publish_at: "2026-12-01T20:30" })).status).toBe(403);
    });
  });

  describe("the checks of a text", () => {
    it("refuse an empty text of Prévention with the reason", async () => {
      const swiss = await logInStaff(app, { venues: ["montreval"] });
      for (const blocks of [[], [paragraph(" <b></b> ")], [{ type: "header", data: { text: "Risques", level: 2 } }]]) {
        const answer = await swiss.save("prevention-risks", blocks);
        expect(answer.status).toBe(422);
        expect(answer.body).toMatchObject({ error: [{ key: "content", message: expect.stringContaining("77 LJAr") }] });
      }
    });

    it.each([
      ["blankenduin", "Un <b>bonus</b> pour tous", "loi belge"],
      ["blankenduin", "Interdit aux moins de 18 ans", "21 ans"],
      ["montreval", "Des jetons offerts", "CFMJ"],
      ["montreval", "Le jackpot du soir", "jackpots"],
      ["port-serac", "Interdit aux moins de 21 ans", "18 ans"],
    ])("refuse a line that %s may not show: %s", async (slug, text, reason) => {
      const editor = await logInStaff(app, { venues: [slug] });
      const answer = await editor.save("home-edito", text);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ error: [{ message: expect.stringContaining(reason) }] });
    });

    it("warn of headings out of order and of links without words, and save", async () => {
      const answer = await staff.save("titres-edito", [
        { type: "header", data: { text: "Trop bas", level: 4 } },
        paragraph('Lire <a href="https://example.test/"></a>'),
      ]);
      expect(answer.body).toMatchObject({
        data: { rev: 1, warnings: [{ key: "content.blocks.0" }, { key: "content.blocks.1" }] },
      });
    });

    it("refuse a picture that is not stored, or is another venue's", async () => {
      const image = (key: string) => [{ type: "image", data: { key } }];
      expect((await staff.save("image-edito", image("nowhere"))).status).toBe(422);
      expect((await staff.save("image-edito", image("casino-blankenduin-dunes"))).status).toBe(422);
    });

    it("give their reasons in the operator's language", async () => {
      const belgian = await logInStaff(app, { venues: ["blankenduin"] });
      const answer = await belgian.save("home-edito", "A gift", {}, { locale: "en" });
      expect(answer.body).toMatchObject({ error: [{ message: expect.stringContaining("Belgian law") }] });
    });
  });

  describe("history", () => {
    it("has author, time and text of each version, and restores any as a new one", async () => {
      await staff.save("passe-edito", "Un");
      const other = await logInStaff(app, { name: "Dominique" });
      await other.save("passe-edito", "Deux");
      const restored = await other.ask("POST", "/operators/content/1051/passe-edito/restorations", { from: 1, rev: 2 });
      expect(restored.body).toEqual({ data: { rev: 3 } });
      expect(await stored("passe-edito")).toEqual({ blocks: [paragraph("Un")] });
      const history = await staff.ask("GET", "/operators/content/1051/passe-edito/revisions");
      expect(history.body).toMatchObject({
        data: [
          { rev: 3, operator: "Dominique", change: "restore", restored_rev: 1 },
          { rev: 2, operator: "Dominique", change: "save", at: expect.stringContaining("+01:00") },
          { rev: 1, operator: "Camille", content: JSON.stringify({ blocks: [paragraph("Un")] }) },
        ],
      });
    });

    it("goes back to the first version, page by page", async () => {
      const who = await logInStaff(app);
      const name = { projectId: 1051, key: "longue-edito", locale: "fr" };
      await app.world.database.db
        .insertInto("content_revisions")
        .values(
          Array.from({ length: 60 }, (_, at) => ({
            project_id: name.projectId,
            key: name.key,
            locale: name.locale,
            rev: at + 1,
            body: JSON.stringify({ blocks: [paragraph(`Version ${at + 1}`)] }),
            change: "save" as const,
            operator: "Camille",
            at: app.world.now(),
            restored_rev: null,
          })),
        )
        .execute();
      const revs = async (query = "") =>
        (
          (await who.ask("GET", `/operators/content/1051/longue-edito/revisions${query}`)).body as unknown as {
            data: { rev: number }[];
          }
        ).data.map(({ rev }) => rev);
      expect(await revs()).toEqual(Array.from({ length: 50 }, (_, at) => 60 - at));
      expect(await revs("?below=11")).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
      expect(await revs("?below=nonsense")).toHaveLength(50);
    });

    it("restores nothing for an unknown version, or from an outdated revision", async () => {
      await staff.save("passe2-edito", "Un");
      await staff.save("passe2-edito", "Deux");
      const restore = (body: object) => staff.ask("POST", "/operators/content/1051/passe2-edito/restorations", body);
      expect((await restore({ from: 9 })).status).toBe(404);
      expect((await restore({ from: 1, rev: 1 })).status).toBe(409);
      expect((await restore({ from: 0 })).status).toBe(422);
    });

    it("includes what an import added and removed", async () => {
      const history = await staff.ask("GET", "/operators/content/1051/home-text/revisions");
      expect(history.body).toMatchObject({ data: [{ rev: 1, operator: null, change: "import" }] });
    });
  });

  describe("publishing at a time", () => {
    it("makes the text live at its time, not before, with its author in the trail", async () => {
      const answer = await staff.save("soir-edito", "Ce soir", { publish_at: "2026-11-22T20:30" });
      expect(answer.body).toMatchObject({ data: { scheduled: { publish_at: "2026-11-22T19:30:00.000Z" } } });
      expect(await stored("soir-edito")).toBeNull();
      const { jobs } = app.world;
      const due = () => jobs.waiting.push(...jobs.later.splice(0).filter(({ queue }) => queue === "content.publish"));
      due();
      await jobs.runAll();
      expect(await stored("soir-edito")).toBeNull();
      clock.set("2026-11-22T19:30:00Z");
      due();
      await jobs.runAll();
      expect(await stored("soir-edito")).toEqual({ blocks: [paragraph("Ce soir")] });
      expect((await trail("soir-edito:fr")).map(({ action }) => action)).toEqual([
        "content.schedule",
        "content.publish",
      ]);
      staff = await logInStaff(app);
    });

    it.each([
      ["the past", "2026-11-01T10:00"],
      ["more than a year from now", "2028-01-01T10:00"],
      ["a text that is not a time", "tomorrow"],
      ["a day that does not exist", "2026-13-45T10:00"],
    ])("refuses %s", async (_what, publish_at) => {
      const answer = await staff.save("passe-edito", "Jamais", { publish_at });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ error: [{ key: "publish_at" }] });
    });

    it("reads a time that the clock change skips as the first instant after it", async () => {
      const answer = await staff.save("heure-edito", "Printemps", { publish_at: "2027-03-28T02:30" });
      expect(answer.body).toMatchObject({ data: { scheduled: { publish_at: "2027-03-28T01:00:00.000Z" } } });
    });

    it("reads a time that occurs twice as the first, unless an offset says which", async () => {
      const at = async (publish_at: string) =>
        (await staff.save("heure-edito", "Automne", { publish_at })).body as { data?: { scheduled?: object } };
      expect((await at("2027-10-31T02:30")).data?.scheduled).toMatchObject({ publish_at: "2027-10-31T00:30:00.000Z" });
      expect((await at("2027-10-31T02:30:00+01:00")).data?.scheduled).toMatchObject({
        publish_at: "2027-10-31T01:30:00.000Z",
      });
    });

    describe("a scheduled text", () => {
      const comes = async (instant: string) => {
        const { jobs } = app.world;
        clock.set(instant);
        jobs.waiting.push(...jobs.later.splice(0).filter(({ queue }) => queue === "content.publish"));
        await jobs.runAll();
      };

      it("is refused at once from an older revision, and replaces a later save with a mark in the trail", async () => {
        const who = await logInStaff(app);
        await who.save("marque-edito", "Un", { rev: 0 });
        const late = await who.save("marque-edito", "Trop vieux", { rev: 0, publish_at: "2026-11-22T21:30" });
        expect(late.status).toBe(409);
        expect(late.body).toMatchObject({ error_details: { theirs: { rev: 1 } } });
        const ordered = { rev: 1, publish_at: "2026-11-22T21:30", not_loadauto: true };
        expect((await who.save("marque-edito", "Ordonné", ordered)).body).toMatchObject({ data: { rev: 1 } });
        await who.save("marque-edito", "Entre-temps", { rev: 1 });
        await comes("2026-11-22T20:30:00Z");
        expect(await stored("marque-edito")).toEqual({ blocks: [paragraph("Ordonné")] });
        const published = (await trail("marque-edito:fr")).find(({ action }) => action === "content.publish");
        expect(published?.after).toMatchObject({ rev: 3, last_write_wins: true });
        const lazily = await call(app, "port-serac", "GET", "/project/1051");
        expect(JSON.stringify(lazily.body)).not.toContain("Ordonné");
      });

      it("is not published where a later rule forbids it or its session was revoked, and the trail says why", async () => {
        const writer = await logInStaff(app, { name: "Dominique" });
        const chief = await logInStaff(app);
        await writer.save("revoque-edito", "Jamais", { publish_at: "2026-11-22T22:30" });
        const row = await app.world.database.db
          .selectFrom("scheduled_contents")
          .select(["id", "session_id"])
          .where("key", "=", "revoque-edito")
          .executeTakeFirstOrThrow();
        expect((await chief.ask("DELETE", `/operators/sessions/${row.session_id}`)).status).toBe(200);
        await comes("2026-11-22T21:30:00Z");
        expect(await stored("revoque-edito")).toBeNull();
        const { outcome } = await app.world.database.db
          .selectFrom("scheduled_contents")
          .select("outcome")
          .where("id", "=", row.id)
          .executeTakeFirstOrThrow();
        expect(outcome).toBe("refused");
        const told = (await trail("revoque-edito:fr")).at(-1);
        expect(told).toMatchObject({ action: "content.publish_refused", operator: "Dominique" });
        staff = await logInStaff(app);
      });
    });

    it("is withdrawn once", async () => {
      const answer = await staff.save("retrait-edito", "Non", { publish_at: "2026-12-24T20:00" });
      const { id } = (answer.body as unknown as { data: { scheduled: { id: string } } }).data.scheduled;
      const withdraw = () => staff.ask("DELETE", `/operators/schedules/1051/${id}`);
      expect((await withdraw()).status).toBe(200);
      expect((await withdraw()).status).toBe(404);
    });
  });

  it("the page cache can be cleared once in ten seconds", async () => {
    clock.advance(60_000);
    expect((await staff.ask("PUT", "/project/clearcache")).body).toEqual({ result: true });
    const again = await staff.ask("PUT", "/project/clearcache");
    expect(again.status).toBe(429);
    expect(again.headers.get("retry-after")).toBe("10");
    clock.advance(10_000);
    expect((await staff.ask("PUT", "/project/clearcache")).status).toBe(200);
  });
});
