import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readDocument } from "../../src/content/editing/written-document.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { answerProblems, type ApiDocument } from "../support/api-calls.ts";
import { standingClock, type StandingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { atTheDesk } from "../desk/desk-browser.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SCRIPT_VECTORS } from "./script-vectors.ts";
import { call, logInStaff, paragraph, type Staff } from "../support/staff.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { SOON } from "../support/patience.ts";
import { amount } from "../support/proof.ts";

/** Database notifications take a moment, longer on a busy machine. */
const PROJECT = 1051;

oneDatabase("the versions of a text", (open) => {
  let app: TestApp;
  let clock: StandingClock;
  let staff: Staff;
  beforeAll(async () => {
    clock = standingClock(SATURDAY_EVENING);
    app = await openTestApp(await open(), { venues: ["port-serac"], clock, pictures: "stand-ins" });
    staff = await logInStaff(app);
  });
  afterAll(() => app.close());

  const read = async (key: string, locale = "fr") => {
    const answer = await call(app, "port-serac", "GET", `/project/content/${PROJECT}/${key}`, undefined, { locale });
    return answer.status === 200 ? (JSON.parse(String(answer.body[key])) as object) : { blocks: [] };
  };
  const page = async (path: string) => (await app.get("port-serac", path)).text();
  type RevisionAnswer = { rev: number; state: string; change: string; content: string; operator: string | null };
  const history = async (key: string, who = staff) =>
    (
      (await who.ask("GET", `/operators/content/${PROJECT}/${key}/revisions`)).body as unknown as {
        data: RevisionAnswer[];
      }
    ).data;

  it("hold the sanitised saves; of several saves from one version only one succeeds", async () => {
    const texts = fc
      .oneof(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.constantFrom(...SCRIPT_VECTORS),
        fc.constantFrom("Un", "Deux", "Trois"),
      )
      .filter((text) => "document" in readDocument({ blocks: [paragraph(text)] }));
    // Each writer starts from the version that they last saw; some write at once.
    const together = fc.array(fc.record({ who: fc.nat(2), text: texts, looks: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    });
    let at = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(together, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const key = `modele-${(at += 1)}`;
        const seen = [0, 0, 0];
        let standing = { rev: 0, document: { blocks: [] } as object };
        const kept: object[] = [];
        for (const round of rounds) {
          for (const { who, looks } of round) if (looks) seen[who] = standing.rev;
          const sent = round.map(({ who, text }) => {
            const document = readDocument({ blocks: [paragraph(text)] });
            if (!("document" in document)) throw new Error("A paragraph is a document");
            return { who, text, from: seen[who] ?? 0, clean: document.document };
          });
          const answers = await Promise.all(sent.map(({ text, from }) => staff.save(key, text, { rev: from })));
          const taken: { rev: number; clean: object }[] = [];
          for (const [index, { status, body }] of answers.entries()) {
            const one = sent[index] as (typeof sent)[number];
            if (status === 200) {
              const { rev } = (body as { data: { rev: number } }).data;
              taken.push({ rev, clean: one.clean });
              seen[one.who] = rev;
            } else {
              expect(status).toBe(409);
              const { yours } = (body as { error_details: { yours: { content: string } } }).error_details;
              expect(JSON.parse(yours.content)).toEqual(one.clean);
            }
          }
          // Versions count up by one, each with one text. A successful writer started from the version before, or wrote
          // the same text.
          const byRev = new Map<number, string>();
          for (const { rev, clean } of taken) {
            expect(byRev.get(rev) ?? JSON.stringify(clean)).toBe(JSON.stringify(clean));
            byRev.set(rev, JSON.stringify(clean));
          }
          const begunHere = sent.filter(({ from }) => from === standing.rev);
          const fresh = [...byRev.keys()].filter((rev) => rev > standing.rev).sort((one, other) => one - other);
          expect(fresh).toEqual(fresh.map((_, step) => standing.rev + 1 + step));
          if (begunHere.length > 0) expect(taken.length).toBeGreaterThan(0);
          expect(fresh.length).toBeLessThanOrEqual(1);
          for (const rev of fresh) kept.push(JSON.parse(byRev.get(rev) ?? "") as object);
          const newest = fresh.at(-1);
          if (newest !== undefined) standing = { rev: newest, document: kept.at(-1) as object };
          expect(await read(key)).toEqual(standing.document);
        }
        const told = standing.rev === 0 ? [] : await history(key);
        expect(told.map(({ content }) => JSON.parse(content) as object).toReversed()).toEqual(kept);
      }),
      { numRuns: amount({ test: 6, proof: 100 }) },
    );
  });

  describe("on a site with drafts", () => {
    let writer: Staff;
    const flag = async (isOn: boolean) => {
      const chief = await atTheDesk(app, { can: ["VENUE_DATA"], name: "Chef" });
      await chief.open("/desk/reglages");
      expect((await chief.send("/desk/reglages", { content_drafts: isOn ? "1" : "0" })).status).toBe(303);
    };
    beforeAll(async () => {
      await flag(true);
      writer = await logInStaff(app, { can: ["SITE_UPDATE"], name: "Plume" });
    });
    const publish = (key: string, rev: number, who = staff) =>
      who.ask("POST", `/operators/content/${PROJECT}/${key}/publications`, { rev });

    it("are drafts until somebody with the permission publishes them; visitors do not see them before", async () => {
      const before = await page("/cgu");
      const rev = (await history("cgu"))[0]?.rev ?? 0;
      expect((await writer.save("cgu", "Bientôt.", { rev })).body).toEqual({ data: { rev: rev + 1, is_draft: true } });
      expect(await page("/cgu")).toBe(before);
      expect((await publish("cgu", rev + 1, writer)).status).toBe(403);
      expect(await history("cgu")).toMatchObject([
        { rev: rev + 1, change: "draft", state: "draft", operator: "Plume" },
        { rev, state: "live" },
      ]);
      expect((await publish("cgu", rev + 1)).body).toEqual({ data: { rev: rev + 2 } });
      await vi.waitFor(async () => expect(await page("/cgu")).toContain("Bientôt."), SOON);
      expect(await history("cgu")).toMatchObject([
        { rev: rev + 2, change: "publish", state: "live", operator: "Camille" },
        { rev: rev + 1, state: "past" },
        { rev, state: "past" },
      ]);
      const trail = await app.world.database.db
        .selectFrom("audit_entries")
        .select(["action", "operator", "after"])
        .where("subject", "=", "cgu:fr")
        .orderBy("at")
        .execute();
      expect(trail).toMatchObject([
        { action: "content.draft", operator: "Plume" },
        { action: "content.publish", operator: "Camille", after: { draft_rev: rev + 1, drafted_by: "Plume" } },
      ]);
    });

    it("are answered in a conflict as live ones are, and an outdated one is not published", async () => {
      const first = await writer.save("home-edito", "Un", { rev: 0 });
      expect(first.body).toMatchObject({ data: { rev: 1 } });
      const late = await staff.save("home-edito", "Deux", { rev: 0 });
      expect(late.status).toBe(409);
      expect(late.body).toMatchObject({ error_details: { theirs: { rev: 1, operator: "Plume" } } });
      await staff.save("home-edito", "Deux", { rev: 1 });
      expect((await publish("home-edito", 1)).status).toBe(409);
      expect(await page("/")).not.toContain("Deux");
      expect((await publish("home-edito", 2)).status).toBe(200);
      expect(await read("home-edito")).toEqual({ blocks: [paragraph("Deux")] });
      expect((await publish("home-edito", 2)).status).toBe(404);
    });

    it("are shown to editors on the page, with the revision from which a save starts", async () => {
      await writer.save("jeux-edito", "Vu par qui édite", { rev: 0 });
      const edited = (await writer.page("/jeux")).html;
      expect(edited).toContain("Vu par qui édite");
      expect(/data-content-key="jeux-edito"[^>]*data-content-rev="(\d+)"/.exec(edited)?.[1]).toBe("1");
      expect(await page("/jeux")).not.toContain("Vu par qui édite");
      const states = (await writer.ask("GET", `/operators/content/${PROJECT}`)).body as unknown as {
        data: { contents: Record<string, { rev: number; draft: { operator: string } | null }> };
      };
      expect(states.data.contents["jeux-edito"]).toMatchObject({ rev: 1, draft: { operator: "Plume" } });
    });

    it("can be discarded, stay in the history, and are restored as a draft", async () => {
      const discard = (rev: number) => writer.ask("POST", `/operators/content/${PROJECT}/jeux-edito/discards`, { rev });
      expect((await discard(7)).status).toBe(404);
      expect((await discard(1)).status).toBe(200);
      expect((await discard(1)).status).toBe(404);
      expect(await history("jeux-edito")).toMatchObject([{ rev: 1, state: "past" }]);
      const back = await writer.ask("POST", `/operators/content/${PROJECT}/jeux-edito/restorations`, {
        from: 1,
        rev: 0,
      });
      expect(back.body).toEqual({ data: { rev: 2, is_draft: true } });
      expect(await page("/jeux")).not.toContain("Vu par qui édite");
    });

    it("are checked again when they are published", async () => {
      await writer.save("agenda-edito", "Une image", { rev: 0 });
      await app.world.database.db
        .updateTable("content_revisions")
        .set({ body: JSON.stringify({ blocks: [{ type: "image", data: { key: "nulle-part" } }] }) })
        .where("key", "=", "agenda-edito")
        .execute();
      const refused = await publish("agenda-edito", 1);
      expect([refused.status, refused.body]).toEqual([
        422,
        { error: [expect.objectContaining({ key: "content.blocks.0" })] },
      ]);
    });

    it("let a scheduled text replace the live one, but not a draft written meanwhile", async () => {
      const asked = await staff.save("spectacles-edito", "À minuit", { rev: 0, publish_at: "2026-11-22T00:00" });
      expect(asked.status).toBe(200);
      await writer.save("spectacles-edito", "Entre-temps", { rev: 0 });
      expect(await history("spectacles-edito")).toMatchObject([{ rev: 1, state: "draft" }]);
      expect((await writer.save("spectacles-edito", "X", { publish_at: "2026-11-22T00:00" })).status).toBe(403);
    });

    const publishAll = async () => {
      const { jobs } = app.world;
      jobs.waiting.push(...jobs.later.splice(0).filter(({ queue }) => queue === "content.publish"));
      await jobs.runAll();
    };

    it("do not replace what went live meanwhile unless the operator has seen it", async () => {
      const key = "restaurants-edito";
      await writer.save(key, "Brouillon", { rev: 0 });
      await staff.save(key, "À l’heure dite", { rev: 1, publish_at: "2026-11-21T20:40" });
      clock.advance(15 * 60_000);
      await publishAll();
      expect(await read(key)).toEqual({ blocks: [paragraph("À l’heure dite")] });
      const late = await publish(key, 1);
      expect([late.status, late.body]).toEqual([
        409,
        {
          error: expect.any(String),
          error_details: {
            yours: { content: JSON.stringify({ blocks: [paragraph("Brouillon")] }) },
            theirs: expect.objectContaining({ rev: 2, operator: "Camille" }),
          },
        },
      ]);
      // A draft that continues the first has not been compared with it either.
      expect((await writer.save(key, "Brouillon relu", { rev: 1 })).body).toMatchObject({ data: { rev: 3 } });
      expect((await publish(key, 3)).status).toBe(409);
      expect(await read(key)).toEqual({ blocks: [paragraph("À l’heure dite")] });
      const over = (rev: number) =>
        staff.ask("POST", `/operators/content/${PROJECT}/${key}/publications`, { rev: 3, over: rev });
      expect((await over(1)).status).toBe(409);
      expect((await over(2)).body).toEqual({ data: { rev: 4 } });
      expect(await read(key)).toEqual({ blocks: [paragraph("Brouillon relu")] });
    });

    it("outlive a scheduled text that is live already", async () => {
      const key = "meteo-edito";
      await writer.save(key, "Beau temps", { rev: 0 });
      await publish(key, 1);
      await staff.save(key, "Beau temps", { rev: 2, publish_at: "2026-11-21T20:50" });
      await writer.save(key, "Neige demain", { rev: 2 });
      clock.advance(10 * 60_000);
      await publishAll();
      expect(await history(key)).toMatchObject([
        { rev: 3, state: "draft" },
        { rev: 2, state: "live" },
        { rev: 1, state: "past" },
      ]);
    });

    it("are read by editors without a write and without waiting for a save in progress", async () => {
      const { database } = app.world;
      await writer.save("bars-edito", "Vu sans trace", { rev: 0 });
      await writer.save("cgu", "Vu sans trace", { rev: (await history("cgu"))[0]?.rev ?? 0 });
      const desk = await atTheDesk(app, { can: ["SITE_UPDATE"], name: "Plume" });
      const drafts = JSON.stringify({ cgu: { blocks: [paragraph("Tapé à l’instant")] } });
      const look = async () => {
        expect((await writer.page("/cgu")).html).toContain("Vu sans trace");
        const typed = await desk.post("/desk/apercu-texte", [
          ["path", "/cgu"],
          ["drafts", drafts],
        ]);
        expect(typed.html).toContain("Tapé à l’instant");
      };
      await look();
      if (database.kind === "postgres") {
        // A save holds its lock for a long time.
        const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const saving = inTransaction(database, async (tx) => {
          await tx.selectFrom("projects").select("id").where("id", "=", PROJECT).forNoKeyUpdate().execute();
          locked.resolve();
          await over.promise;
        });
        await locked.promise;
        await look();
        over.resolve();
        await saving;
      } else {
        const count = async () =>
          (await sql<{ at: bigint }>`select txid_current() as at`.execute(database.db)).rows[0]?.at ?? 0n;
        const before = await count();
        await look();
        expect(await count()).toBe(before + 1n);
      }
      expect(await page("/cgu")).not.toContain("Vu sans trace");
      expect((await history("cgu")).filter(({ content }) => content.includes("Tapé"))).toEqual([]);
    });

    it("keep the lazy setting of an earlier draft", async () => {
      await writer.save("discret-edito", "Un", { rev: 0, not_loadauto: true });
      await writer.save("discret-edito", "Deux", { rev: 1 });
      expect((await publish("discret-edito", 2)).status).toBe(200);
      const project = await call(app, "port-serac", "GET", "/project");
      expect(Object.keys(project.body["content"] ?? {})).not.toContain("discret-edito");
      expect(await read("discret-edito")).toEqual({ blocks: [paragraph("Deux")] });
    });

    it("count towards the limit of a site's keys", async () => {
      const { db } = app.world.database;
      const body = JSON.stringify({ blocks: [] });
      const names = Array.from({ length: 1_000 }, (_, at) => ({
        project_id: PROJECT,
        key: `plein-${at}`,
        locale: "fr",
        rev: 1,
      }));
      await db
        .insertInto("content_revisions")
        .values(names.map((name) => ({ ...name, body, change: "draft" as const, operator: "Plume", at: clock.now() })))
        .execute();
      await db
        .insertInto("content_drafts")
        .values(names.map((name) => ({ ...name, loads_with_project: null, live_rev: 0 })))
        .execute();
      const more = await writer.save("plein-de-plus", "Un de plus", { rev: 0 });
      expect([more.status, more.body]).toMatchObject([422, { error: [{ key: "key" }] }]);
      expect((await writer.save("plein-7", "Un des mille", { rev: 1 })).status).toBe(200);
      expect((await publish("plein-7", 2)).body).toEqual({ data: { rev: 3 } });
      await db.deleteFrom("content_drafts").where("key", "like", "plein-%").execute();
    });

    it("are published and discarded as /openapi.json says", async () => {
      const document = (await call(app, "port-serac", "GET", "/openapi.json")).body as unknown as ApiDocument;
      for (const [verb, key] of [
        ["publications", "contrat-edito"],
        ["discards", "contrat2-edito"],
      ] as const) {
        await writer.save(key, "Selon le contrat", { rev: 0 });
        const template = `/operators/content/{projectId}/{key}/${verb}`;
        const answer = await staff.ask("POST", `/operators/content/${PROJECT}/${key}/${verb}`, { rev: 1 });
        expect(answer.status).toBe(200);
        expect(answerProblems(document, template, 200, answer.body, "post")).toEqual([]);
        for (const body of [{}, { rev: 0 }, { rev: "1" }, { rev: 1e21 }, []])
          expect((await staff.ask("POST", `/operators/content/${PROJECT}/${key}/${verb}`, body)).status).toBe(422);
      }
    });

    it("go live at once again when the setting is switched off, without overwriting old drafts unseen", async () => {
      await writer.save("hotel-edito", "Brouillon", { rev: 0 });
      await staff.save("hotel-edito", "À l’heure dite", { rev: 1, publish_at: "2026-11-21T21:30" });
      clock.advance(60 * 60_000);
      await publishAll();
      await flag(false);
      const late = await writer.save("hotel-edito", "Brouillon relu", { rev: 1 });
      expect([late.status, late.body]).toMatchObject([409, { error_details: { theirs: { rev: 2 } } }]);
      expect((await writer.save("hotel-edito", "Les deux", { rev: 2 })).body).toEqual({ data: { rev: 3 } });
      const states = (await staff.ask("GET", `/operators/content/${PROJECT}`)).body as unknown as {
        data: { contents: Record<string, { rev: number; draft: object | null }> };
      };
      expect(states.data.contents["jeux-edito"]?.draft).not.toBeNull();
      expect((await writer.save("jeux-edito", "En ligne", { rev: 2 })).body).toEqual({ data: { rev: 3 } });
      expect(await read("jeux-edito")).toEqual({ blocks: [paragraph("En ligne")] });
      expect(await history("jeux-edito")).toMatchObject([
        { rev: 3, state: "live" },
        { state: "past" },
        { state: "past" },
      ]);
    });
  });
});
