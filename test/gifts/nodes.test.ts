import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { formVisitor } from "../support/form-visitor.ts";
import { giftHelpers, type FloorAnswer, type GiftHelpers } from "./gift-helpers.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { SOON } from "../support/patience.ts";

const RACERS = 500;

/** Two nodes on one PostgreSQL: two pools, two worlds, one clock. */
describe("gifts on two nodes", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let databases: Database[] = [];
  let apps: TestApp[] = [];
  let nodes: GiftHelpers[] = [];
  /** How often each node has queried its database. */
  const asked = [0, 0];
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    databases = [await openDatabase({ url }), await openDatabase({ url })];
    for (const [index, database] of databases.entries()) {
      const counted: Database = {
        ...database,
        get db() {
          asked[index] = (asked[index] ?? 0) + 1;
          return database.db;
        },
      };
      const venues = index === 0 ? ["port-serac"] : [];
      apps.push(await openTestApp(counted, { venues, clock, pictures: "stand-ins" }));
    }
    nodes = apps.map(giftHelpers);
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const database of databases) await database.close();
  });
  const node = (index: number) => nodes[index % 2] as GiftHelpers;
  const statements = () => asked.reduce((sum, count) => sum + count, 0);

  it("let one of 500 concurrent burns of a gift succeed", async () => {
    const { id } = await node(0).membership();
    const code = await node(0).gift(await node(0).offer(), { membershipId: id });
    const answers = await Promise.all(
      Array.from({ length: RACERS }, async (_, at) => {
        // A kiosk that is told to retry does so with the same event id.
        for (;;) {
          const answer = await node(at).floor("burns", code, { event_id: `race-${at}` });
          if (answer.status !== 503) return answer;
          await delay(100);
        }
      }),
    );
    const outcome = ({ status, body }: FloorAnswer) => `${status} ${String(body["status"])}`;
    const counts = Map.groupBy(answers, outcome);
    const tally = Object.fromEntries([...counts].map(([key, { length }]) => [key, length]));
    expect(tally).toEqual({ "200 burned": 1, "409 burned": RACERS - 1 });
    const burns = await databases[0]?.db.selectFrom("gift_redemptions").selectAll().where("code", "=", code).execute();
    expect(burns).toHaveLength(1);
  }, 60_000);

  it("reserve a gift for one kiosk, and reverse a burn once", async () => {
    const { id } = await node(0).membership();
    const code = await node(0).gift(await node(0).offer(), { membershipId: id });
    const all = (call: "reservations" | "reversals") =>
      Promise.all(Array.from({ length: 40 }, async (_, at) => (await node(at).floor(call, code)).status));
    expect((await all("reservations")).filter((status) => status === 200)).toHaveLength(1);
    await node(0).floor("burns", code);
    expect((await all("reversals")).filter((status) => status === 200)).toHaveLength(1);
  });

  describe("an open gifts page", () => {
    async function opened() {
      const ana = await node(0).member();
      const code = await node(0).gift(await node(0).offer(), { membershipId: ana.id });
      const visitor = formVisitor(apps[0] as TestApp);
      visitor.cookies.set("user_token", ana.token);
      const page = await visitor.open("/?popup=Offers");
      const ticket = /[0-9a-f-]{36}\.\d{0,12}\.[0-9a-z]{1,12}\.[\w-]{43}/.exec(page.html)?.[0] ?? "";
      return { ...ana, code, ticket };
    }
    const poll = async (index: number, ticket: string, known = "") => {
      const headers = { "gifts-ticket": ticket, ...(known === "" ? {} : { "if-none-match": known }) };
      const answer = await (apps[index % 2] as TestApp).get("port-serac", "/api/users/gifts/version", headers);
      return { status: answer.status, etag: answer.headers.get("etag") ?? "" };
    };

    it("polls a thousand times without a query, and learns of a burn on the other node at once", async () => {
      const { ticket, code } = await opened();
      const first = await poll(0, ticket);
      expect(await poll(1, ticket)).toEqual(first);
      const before = statements();
      for (let at = 0; at < 1_000; at += 1)
        expect(await poll(at, ticket, first.etag)).toEqual({ ...first, status: 304 });
      expect(statements() - before).toBeLessThanOrEqual(20);
      await node(1).floor("burns", code);
      await expect.poll(() => poll(0, ticket, first.etag), SOON).toMatchObject({ status: 200 });
      const after = await poll(0, ticket);
      await expect.poll(() => poll(1, ticket, after.etag), SOON).toMatchObject({ status: 304 });
    });

    it("learns by the clock that a reservation has ended", async () => {
      const { ticket, code } = await opened();
      const free = await poll(0, ticket);
      await node(0).floor("reservations", code);
      await expect.poll(() => poll(0, ticket, free.etag), SOON).toMatchObject({ status: 200 });
      const held = await poll(0, ticket);
      clock.advance(120_000);
      expect((await poll(0, ticket, held.etag)).status).toBe(200);
    });

    it("polls with a valid, unexpired ticket only", async () => {
      const { ticket, token } = await opened();
      const [account = "", membership = "", until = "", mark = ""] = ticket.split(".");
      const other = `${account.slice(0, -1)}${account.endsWith("0") ? "1" : "0"}`;
      const forged = [
        "",
        token,
        ticket.slice(0, -1),
        [other, membership, until, mark].join("."),
        [account, "", until, mark].join("."),
        [account, membership, "zzzzzzzz", mark].join("."),
        "\u00e9".repeat(400),
      ];
      for (const one of forged) expect((await poll(0, one)).status).toBe(401);
      expect((await poll(0, ticket)).status).toBe(200);
      clock.advance(20 * 60_000);
      expect((await poll(0, ticket)).status).toBe(401);
    });
  });
});
