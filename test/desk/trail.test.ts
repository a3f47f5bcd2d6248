import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { audit } from "../../src/staff/audit.server.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { deskVisitor, issues, type DeskVisitor } from "./desk-visitor.ts";
import { call } from "../support/staff.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

oneDatabase("the trail and the staff page", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let reader: DeskVisitor;
  let chief: DeskVisitor;
  beforeAll(async () => {
    app = await openTestApp(await open(), { venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
    reader = await deskVisitor(app, { can: ["AUDIT"], name: "Ada" });
    chief = await deskVisitor(app, { can: ["STAFF", "OFFERS", "AUDIT"], name: "Chief" });
  });
  afterAll(() => app.close());
  const wrote = (operator: string, subject: string, after: object, slug = "port-serac") =>
    inTransaction(app.world.database, (tx) =>
      audit(
        app.world,
        tx,
        { sessionId: app.world.uuid(), name: operator },
        {
          projectId: app.services.table.all().find((one) => one.slug === slug)?.projectId ?? null,
          action: "content.save",
          subject,
          before: { text: "old" },
          after,
        },
      ),
    );

  it("shows who changed what, before and after, with filters by name, section, subject and day", async () => {
    await wrote("Zoé", "content:home.title", { text: "new" });
    const page = await reader.open("/desk/journal");
    expect(page.words).toContain("Text saved");
    expect(page.words).toContain('"text": "old"');
    const found = async (query: string) =>
      (await reader.open(`/desk/journal?${query}`)).words.includes("content:home.title");
    expect(await found("operator=Zo%C3%A9&family=content&subject=content:home&from=2026-11-21&to=2026-11-21")).toBe(
      true,
    );
    expect(await found("operator=Nobody")).toBe(false);
    expect(await found("family=payment")).toBe(false);
    expect(await found("to=2026-11-20")).toBe(false);
    expect(await found("from=2026-02-30&after=nonsense&family=%00&subject=%00")).toBe(true);
  });

  it("shows each site its own entries only", async () => {
    await wrote("Zoé", "content:secret", { text: "of Valombre" }, "valombre");
    expect((await reader.open("/desk/journal")).words).not.toContain("content:secret");
    expect((await reader.open("/desk/journal/export")).html).not.toContain("content:secret");
  });

  it("pages through all entries without a gap", async () => {
    for (let one = 0; one < 60; one += 1) await wrote("Paul", `content:page.${one}`, { one });
    const first = await reader.open("/desk/journal?operator=Paul");
    const next = /href="(\/desk\/journal\?[^"]*after=[^"]*)"/.exec(first.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await reader.open(next);
    const seen = [...`${first.words} ${second.words}`.matchAll(/content:page\.(\d+)/g)].map(([, n]) => n);
    expect(new Set(seen).size).toBe(60);
    expect(seen).toHaveLength(60);
  });

  it("exports a file without formulas, and records the export", async () => {
    // The tests before made many entries at one instant, of which a page may show any fifty.
    clock.advance(1000);
    await wrote("=cmd|' /C calc'!A0", "+1+1", { text: "@SUM(1)", "line\r\nbreak": '"quoted"' });
    const file = await reader.open("/desk/journal/export?family=content");
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="journal-port-serac-2026-11-21.csv"');
    expect(file.headers.get("cache-control")).toContain("no-store");
    expect(file.html).toContain(`'=cmd|`);
    expect(file.html).toContain("'+1+1");
    const cells = [...file.html.matchAll(/(?:^|,|\n)(?:"((?:[^"]|"")*)"|([^",\n]*))/g)].map(
      (cell) => cell[1] ?? cell[2],
    );
    expect(cells.filter((cell) => /^[=+@\t\r-]/.test(cell ?? ""))).toEqual([]);
    expect((await reader.open("/desk/journal")).words).toContain("Audit trail exported");
  });

  it("a log-in link works once, on this site, with no more permissions than its issuer has", async () => {
    const answer = await chief.post("/desk/equipe", { act: "issue", name: "Newcomer", can: "OFFERS" });
    expect(answer.status).toBe(200);
    const address = /http:\/\/port-serac\.localhost:3000\/adminAuth\/[\w|-]+/.exec(answer.html)?.[0] ?? "";
    // Speculation rules name the path pattern of tickets; no ticket itself may be on the page.
    expect((await chief.open("/desk/equipe")).html).not.toMatch(/adminAuth\/[\w|]/);
    const exchange = () =>
      app.send("port-serac.localhost:3000", "/api/operators/sessions", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ticket: address.split("/").pop() }),
      });
    expect((await chief.open("/desk/equipe")).words).toContain("Issued by Chief");
    const opened = await exchange();
    expect(opened.status).toBe(200);
    const { data } = (await opened.json()) as { data: { token: string } };
    expect((await exchange()).status).toBe(401);
    const session = await app.send("port-serac.localhost:3000", "/api/authedit", {
      headers: { authorization: `Bearer ${data.token}` },
    });
    expect(await session.json()).toEqual({ permissions: ["OFFERS"] });
    expect((await chief.open("/desk/equipe")).words).toContain("Make offers.");
    const refused = await chief.post("/desk/equipe", { act: "issue", name: "Greedy", can: "PAYMENTS" });
    expect([refused.status, refused.words.includes("only give permissions that you have")]).toEqual([422, true]);
    for (const name of ["", "x".repeat(81), "<script>", "=HYPERLINK()"])
      expect((await chief.post("/desk/equipe", { act: "issue", name, can: "OFFERS" })).status).toBe(422);
  });

  it("an unused link can be withdrawn, and a session ended", async () => {
    await chief.post("/desk/equipe", { act: "issue", name: "Withdrawn", can: "OFFERS" });
    const page = await chief.open("/desk/equipe");
    const id = /name="id" value="([0-9a-f-]{36})"/.exec(page.html)?.[1] ?? "";
    await chief.post("/desk/equipe", { act: "withdraw", id });
    expect((await chief.open("/desk/equipe")).words).not.toContain("Withdrawn");
    expect((await chief.post("/desk/equipe", { act: "withdraw", id })).status).toBe(422);

    const victim = await deskVisitor(app, { can: ["OFFERS"], name: "Victim" });
    const { id: session } = await app.world.database.db
      .selectFrom("operator_sessions")
      .select("id")
      .where("name", "=", "Victim")
      .executeTakeFirstOrThrow();
    await chief.post("/desk/equipe", { act: "end", id: session });
    expect((await victim.open("/desk/offres")).location).toBe("/desk/acces");
    expect((await reader.post("/desk/equipe", { act: "end", id: session })).status).toBe(403);
  });

  it("ending a session ends the sessions and unused links that came from it, which the page says", async () => {
    clock.advance(1000);
    const root = await deskVisitor(app, { name: "Root Admin" });
    const first = await deskVisitor(app, { ticket: await issues(root, "First hand", ["STAFF", "OFFERS"]) });
    const second = await deskVisitor(app, { ticket: await issues(first, "Second hand", ["STAFF", "OFFERS"]) });
    // A session that was over before still passes on what it issued.
    await first.staff.ask("DELETE", "/operators/sessions");
    const { db } = app.world.database;
    const unused = await issues(second, "Third hand", ["OFFERS"]);
    const other = await deskVisitor(app, { can: ["OFFERS"], name: "Other" });

    const page = await chief.open("/desk/equipe");
    expect(page.words).toContain("Ending a session also ends those that came from its links");
    const { id } = await db
      .selectFrom("operator_sessions")
      .select("id")
      .where("name", "=", "Root Admin")
      .executeTakeFirstOrThrow();
    await chief.post("/desk/equipe", { act: "end", id });
    for (const ended of [root, second]) expect((await ended.open("/desk/offres")).location).toBe("/desk/acces");
    expect((await other.open("/desk/offres")).status).toBe(200);
    expect((await chief.open("/desk/equipe")).status).toBe(200);
    expect((await call(app, "port-serac", "POST", "/operators/sessions", { ticket: unused })).status).toBe(401);
    const written = await db
      .selectFrom("audit_entries")
      .select("action")
      .where("operator", "=", "Chief")
      .where("at", "=", clock.now())
      .where("action", "like", "operator.revoke%")
      .execute();
    expect(written.map(({ action }) => action).toSorted()).toEqual([
      "operator.revoke_session",
      "operator.revoke_session",
      "operator.revoke_ticket",
    ]);
  });
});
