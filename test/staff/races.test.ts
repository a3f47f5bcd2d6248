import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, aroundEach, beforeAll, describe, expect, it } from "vitest";
import {
  inTransaction,
  openDatabase,
  type Database,
  type Transaction,
} from "../../src/platform/database/database.server.ts";
import type { Operator } from "../../src/staff/operator.ts";
import { lockOpenSession } from "../../src/staff/queries.server.ts";
import {
  openOperatorSession,
  operatorOfToken,
  revokeSession,
  type OpenedSession,
} from "../../src/staff/sessions.server.ts";
import { issueStaffTicket } from "../../src/staff/staff.server.ts";
import { issueTicket } from "../../src/staff/tickets.server.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { amount } from "../support/proof.ts";
import { SATURDAY_EVENING, testWorld, type TestWorld } from "../support/world.ts";

const ROUNDS = amount({ test: 24, proof: 400 });
const SITE = { id: 1, projectId: 1051, siteId: 151, slug: "port-serac", policy: { timeZone: "Europe/Paris" } };

describe("an administrator's session that is ended on one node while its tickets are used on both", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let databases: Database[] = [];
  let nodes: TestWorld[] = [];
  let ending: Operator;
  beforeAll(async () => {
    const url = `${await createPostgresDatabase()}?statement_timeout=600000&lock_timeout=600000&query_timeout=600000`;
    databases = [await openDatabase({ url }), await openDatabase({ url })];
    nodes = databases.map((database) => testWorld(database, {}, clock));
    ending = (await opened(0, await commandsTicket("Ending"))).operator;
  });
  afterAll(async () => {
    for (const database of databases) await database.close();
    [databases, nodes] = [[], []];
  });
  aroundEach(async (test) => databases.reduce((run, database) => () => database.forJobs(run), test)());

  async function waitingForLocks(tx: Transaction): Promise<number> {
    // Within a transaction PostgreSQL repeats its first answer about activity until the snapshot is cleared.
    await sql`select pg_stat_clear_snapshot()`.execute(tx);
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
    return rows[0]?.waiting ?? 0;
  }
  const node = (index: number) => nodes[index % 2] as TestWorld;
  const commandsTicket = (name: string) =>
    issueTicket(node(0), { name, venues: [SITE.slug], permissions: ["STAFF", "OFFERS"] });
  const open = (index: number, ticket: string) => openOperatorSession(node(index), [SITE], ticket);
  async function opened(index: number, ticket: string): Promise<OpenedSession> {
    const session = await open(index, ticket);
    if (session === null) throw new Error("The ticket opened nothing");
    return session;
  }
  const issue = (index: number, operator: Operator) =>
    issueStaffTicket(node(index), { operator, venue: SITE }, { name: "Issued", permissions: ["STAFF", "OFFERS"] });
  async function issued(operator: Operator): Promise<string> {
    const outcome = await issue(0, operator);
    if (!("ok" in outcome)) throw new Error("No ticket was issued");
    return outcome.ok.path.replace("/adminAuth/", "");
  }
  const isOpen = async ({ token }: OpenedSession) => (await operatorOfToken(node(1), token)) !== null;

  it("leaves nothing open, whichever of them comes first to the session", async () => {
    for (const isOpenedFirst of [true, false]) {
      const chief = await opened(0, await commandsTicket("Chief"));
      const ticket = await issued(chief.operator);
      const starts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
      const [opens, ends] = isOpenedFirst ? starts : starts.toReversed();
      const opening = opens?.promise.then(() => open(1, ticket));
      const end = ends?.promise.then(() => revokeSession(node(0), ending, chief.operator.sessionId));
      // PostgreSQL serves those who wait for a row in the order in which they came.
      await inTransaction(node(1).database, async (tx) => {
        await lockOpenSession(tx, chief.operator.sessionId, clock.now());
        for (const [index, start] of starts.entries()) {
          start.resolve();
          await expect.poll(() => waitingForLocks(tx), { timeout: 60_000 }).toBe(index + 1);
        }
      });
      const [session, isEnded] = await Promise.all([opening, end]);
      expect([session != null, isEnded]).toEqual([isOpenedFirst, true]);
      if (session != null) expect(await isOpen(session)).toBe(false);
      expect(await open(0, ticket), "afterwards").toBeNull();
      expect(await issue(1, chief.operator), "another ticket afterwards").toEqual({ refusal: "forbidden" });
    }
  });

  it("leaves nothing open of all that is issued and opened meanwhile, through other hands too", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const chief = await opened(0, await commandsTicket("Chief"));
      const deputy = await opened(1, await issued(chief.operator));
      const [own, deputys] = [await issued(chief.operator), await issued(deputy.operator)];
      const sessions: OpenedSession[] = [];
      const tickets = [own, deputys];
      const opens = async (index: number, ticket: string) => {
        const session = await open(index, ticket);
        if (session !== null) sessions.push(session);
      };
      const issuesAndOpens = async (index: number, operator: Operator) => {
        const outcome = await issue(index, operator);
        if (!("ok" in outcome)) return;
        const ticket = outcome.ok.path.replace("/adminAuth/", "");
        tickets.push(ticket);
        await opens(index + 1, ticket);
      };
      const acts = [
        () => opens(0, own),
        () => opens(1, own),
        () => opens(1, deputys),
        () => issuesAndOpens(0, chief.operator),
        () => issuesAndOpens(1, deputy.operator),
      ];
      // The end comes at another place in each round.
      acts.splice(round % (acts.length + 1), 0, async () => {
        await delay(round % 4);
        expect(await revokeSession(node(round), ending, chief.operator.sessionId)).toBe(true);
      });
      await Promise.all(acts.map((act) => act()));
      for (const session of [chief, deputy, ...sessions])
        expect([round, await isOpen(session)]).toEqual([round, false]);
      for (const ticket of tickets) expect([round, await open(round, ticket)]).toEqual([round, null]);
    }
  });
});
