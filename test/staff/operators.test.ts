import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTicket, ticketPath } from "../../src/staff/tickets.server.ts";
import { standingClock, type StandingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { call, logInStaff, paragraph, ticketFor } from "../support/staff.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

oneDatabase("operators", (open) => {
  let app: TestApp;
  let clock: StandingClock;
  beforeAll(async () => {
    clock = standingClock(SATURDAY_EVENING);
    app = await openTestApp(await open(), { venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
  });
  afterAll(() => app.close());
  const exchange = (ticket: unknown, headers: Record<string, string> = {}) =>
    call(app, "port-serac", "POST", "/operators/sessions", { ticket }, headers);

  describe("a ticket", () => {
    it("has no dots in its link, and is read in either form", async () => {
      const ticket = await ticketFor(app);
      expect(ticketPath(ticket)).toMatch(/^\/adminAuth\/[\w|-]+$/);
      expect(await readTicket(app.world, ticket.replaceAll(".", "|"))).toMatchObject({ name: "Camille" });
    });

    it("opens one session, however many requests come at once", async () => {
      const ticket = await ticketFor(app);
      const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(ticket)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
    });

    it("sets an HttpOnly cookie that ends with the browser's session", async () => {
      const { cookieLine } = await logInStaff(app);
      expect(cookieLine).toMatch(/^operator_token=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
    });

    it("expires after ten minutes", async () => {
      const ticket = await ticketFor(app);
      clock.advance(601_000);
      expect((await exchange(ticket)).status).toBe(401);
    });

    it.each([
      ["of another installation", "eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJ4In0.c2ln"],
      ["that says it needs no signature", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."],
      ["that is not a token", "ticket"],
      ["of empty parts", "..."],
    ])("%s is refused", async (_what, ticket) => {
      expect((await exchange(ticket)).status).toBe(401);
    });

    it("is refused when one letter is changed", async () => {
      const ticket = await ticketFor(app);
      for (const at of [3, ticket.indexOf(".") + 5, ticket.length - 5]) {
        const other = ticket[at] === "A" ? "B" : "A";
        expect((await exchange(ticket.slice(0, at) + other + ticket.slice(at + 1))).status).toBe(401);
      }
    });

    it("for an unknown site opens no session", async () => {
      expect((await exchange(await ticketFor(app, { venues: ["nowhere"] }))).status).toBe(401);
    });

    it("is refused from another site's page", async () => {
      const ticket = await ticketFor(app);
      expect((await exchange(ticket, { origin: "https://evil.example" })).status).toBe(403);
      expect((await exchange(ticket)).status).toBe(200);
    });

    it.each([null, 5, "", "x".repeat(5000)])("is refused as %j", async (ticket) => {
      expect((await exchange(ticket)).status).toBe(422);
    });

    it("is refused once an administrator revoked it", async () => {
      const administrator = await logInStaff(app);
      const ticket = await ticketFor(app);
      const foreign = await logInStaff(app, { venues: ["valombre"] });
      expect((await foreign.ask("DELETE", "/operators/tickets", { ticket })).status).toBe(404);
      const wider = await ticketFor(app, { venues: ["port-serac", "valombre"] });
      expect((await administrator.ask("DELETE", "/operators/tickets", { ticket: wider })).status).toBe(404);
      expect((await administrator.ask("DELETE", "/operators/tickets", { ticket })).status).toBe(200);
      expect((await exchange(ticket)).status).toBe(401);
    });
  });

  describe("the page of a ticket", () => {
    it("does not use the ticket, is not cached and does not contain the ticket", async () => {
      const ticket = await ticketFor(app);
      for (let opened = 0; opened < 3; opened += 1) {
        const answer = await app.get("port-serac", ticketPath(ticket));
        expect(answer.status).toBe(200);
        expect(answer.headers.get("cache-control")).toBe("no-store");
        expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
        expect(answer.headers.get("content-security-policy")).toContain("require-trusted-types-for 'script'");
        const html = await answer.text();
        for (const part of ticket.split(".")) expect(html).not.toContain(part);
      }
      expect((await exchange(ticket)).status).toBe(200);
    });
  });

  describe("a session", () => {
    it("lists its permissions (GET /authedit), by bearer token, raw token and cookie", async () => {
      const staff = await logInStaff(app, { can: ["SITE_UPDATE", "AUDIT"] });
      const allowed = { permissions: ["SITE_UPDATE", "AUDIT"] };
      expect((await staff.ask("GET", "/authedit")).body).toEqual(allowed);
      expect((await staff.ask("GET", "/authedit", undefined, { authorization: staff.token })).body).toEqual(allowed);
      const byCookie = await call(app, "port-serac", "GET", "/authedit", undefined, { cookie: staff.cookie });
      expect(byCookie.body).toEqual(allowed);
      expect((await call(app, "port-serac", "GET", "/authedit")).status).toBe(401);
    });

    it("ends after eight hours", async () => {
      const staff = await logInStaff(app);
      clock.advance(8 * 3600_000 - 1000);
      expect((await staff.ask("GET", "/authedit")).status).toBe(200);
      clock.advance(1000);
      expect((await staff.ask("GET", "/authedit")).status).toBe(401);
    });

    it("ends at once on log-out, with its cookie", async () => {
      const staff = await logInStaff(app);
      const answer = await staff.ask("DELETE", "/operators/sessions");
      expect(answer.headers.get("set-cookie")).toContain("operator_token=; Path=/; Max-Age=0");
      expect((await staff.ask("GET", "/authedit")).status).toBe(401);
      expect((await staff.save("cgu", "Trop tard")).status).toBe(401);
    });

    it.each([
      ["a text", "PUT", "/api/project/content", "application/json"],
      ["a form of the desk", "POST", "/desk/pratique", "application/x-www-form-urlencoded"],
    ])("that ends while %s is on its way changes nothing", async (_what, method, path, type) => {
      const staff = await logInStaff(app, { name: "Late" });
      const body = JSON.stringify({ key: "cgu", content: JSON.stringify({ blocks: [paragraph("Trop tard")] }) });
      const slow = new ReadableStream({
        async start(controller) {
          controller.enqueue(Buffer.from(body.slice(0, 10)));
          expect((await staff.ask("DELETE", "/operators/sessions")).status).toBe(200);
          controller.enqueue(Buffer.from(body.slice(10)));
          controller.close();
        },
      });
      const answer = await app.send("port-serac.localhost:3000", path, {
        method,
        body: slow,
        duplex: "half",
        headers: { cookie: staff.cookie, origin: "http://port-serac.localhost:3000", "content-type": type },
      } as RequestInit);
      expect(answer.status).toBe(401);
      const { db } = app.world.database;
      const trail = await db.selectFrom("audit_entries").select("action").where("operator", "=", "Late").execute();
      expect(new Set(trail.map(({ action }) => action))).toEqual(new Set(["operator.log_in", "operator.log_out"]));
    });

    it("can be ended by an administrator of all its sites only", async () => {
      const staff = await logInStaff(app);
      const { id } = await app.world.database.db
        .selectFrom("operator_sessions")
        .select("id")
        .orderBy("created_at", "desc")
        .where("ended_at", "is", null)
        .where("name", "=", "Camille")
        .limit(1)
        .executeTakeFirstOrThrow();
      const plain = await logInStaff(app, { can: ["SITE_UPDATE"] });
      expect((await plain.ask("DELETE", `/operators/sessions/${id}`)).status).toBe(403);
      const foreign = await logInStaff(app, { venues: ["valombre"] });
      expect((await foreign.ask("DELETE", `/operators/sessions/${id}`)).status).toBe(404);
      const administrator = await logInStaff(app, { name: "Direction" });
      expect((await administrator.ask("DELETE", "/operators/sessions/nobody")).status).toBe(404);
      const living = async () => (await staff.ask("GET", "/authedit")).status;
      expect(await living()).toBe(200);
      const rows = await app.world.database.db
        .selectFrom("operator_sessions")
        .select("id")
        .where("name", "=", "Camille")
        .where("ended_at", "is", null)
        .execute();
      for (const row of rows) await administrator.ask("DELETE", `/operators/sessions/${row.id}`);
      expect(await living()).toBe(401);
    });

    it("leaves a trail that cannot be changed", async () => {
      const { db } = app.world.database;
      await logInStaff(app, { name: "Trace" });
      const trail = await db.selectFrom("audit_entries").selectAll().where("operator", "=", "Trace").execute();
      expect(trail.map(({ action }) => action)).toEqual(["operator.log_in"]);
      await expect(db.updateTable("audit_entries").set({ operator: "Nobody" }).execute()).rejects.toThrow("once");
      await expect(db.deleteFrom("audit_entries").execute()).rejects.toThrow("once");
    });

    it("writes by cookie only from a page of the site", async () => {
      const staff = await logInStaff(app);
      const write = (headers: Record<string, string>) =>
        call(app, "port-serac", "PUT", "/project/clearcache", undefined, { cookie: staff.cookie, ...headers });
      expect((await write({})).status).toBe(401);
      expect((await write({ origin: "https://evil.example" })).status).toBe(401);
      expect((await write({ origin: "http://valombre.localhost:3000" })).status).toBe(401);
      expect((await write({ origin: "http://port-serac.localhost:3000" })).status).toBe(200);
    });
  });
});
