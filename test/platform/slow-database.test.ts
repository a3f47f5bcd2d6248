import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { twinOf } from "../../src/platform/page-cache/address.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { API_ROUTES, PAGE_ROUTES } from "../app/route-table.ts";
import { logInStaff } from "../support/staff.ts";
import { walletPeopleOf, type WalletMember, type WalletPeople } from "../wallet/wallet-people.ts";

const HOST = "port-serac.localhost:3000";
const PARAMS: Record<string, string> = {
  site_id: "151",
  establishment_id: "51",
  transaction_uuid: "6b0c1d52-8f5c-4f0e-9d6e-000000000001",
  projectId: "1",
  slot_number: "1",
};

/** Somebody else's transaction keeps tables locked, as a careless administrator's would. */
describe("while tables are locked", () => {
  let url: string;
  let database: Database;
  let app: TestApp;
  let wallets: WalletPeople;
  let member: WalletMember;
  let staffCookie: string;
  beforeAll(async () => {
    url = await createPostgresDatabase();
    database = await openDatabase({ url });
    app = await openTestApp(database, {
      venues: ["port-serac"],
      // Readiness compares the clocks.
      clock: standingClock(new Date()),
      pictures: "stand-ins",
    });
    wallets = walletPeopleOf(app);
    member = await wallets.member();
    staffCookie = (await logInStaff(app)).cookie;
  }, 120_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  async function whileLocked(tables: string, work: () => Promise<void>): Promise<void> {
    const somebody = new pg.Client({ connectionString: url });
    await somebody.connect();
    try {
      await somebody.query(`begin; lock table ${tables} in access exclusive mode`);
      await work();
    } finally {
      await somebody.end();
    }
  }
  const filled = (path: string) => path.replaceAll(/:(\w+)/g, (_all, name: string) => PARAMS[name] ?? "x");
  const ask = async (route: string, headers: Record<string, string> = {}) => {
    const [method = "", path = ""] = route.split(" ");
    const isApi = path.startsWith("/api/");
    const answer = await app.send(HOST, filled(path).replace(/\*$/, "x"), {
      method,
      redirect: "manual",
      headers: {
        ...(isApi ? { authorization: `Bearer ${member.token}` } : { cookie: `user_token=${member.token}` }),
        ...(method === "GET" ? {} : { origin: `http://${HOST}`, "content-type": "application/json" }),
        ...headers,
      },
      ...(method === "GET" ? {} : { body: "{}" }),
    });
    await answer.arrayBuffer();
    return { route, status: answer.status, retryAfter: answer.headers.get("retry-after") };
  };
  const notAnswered = (answers: Awaited<ReturnType<typeof ask>>[]) =>
    answers.filter(({ status, retryAfter }) => status >= 500 && !(status === 503 && Number(retryAfter) > 0));

  it("every route answers, at worst with 503 and Retry-After; cached pages and readiness go on", async () => {
    const cached = ["GET /", `GET ${twinOf("/")}`];
    for (const route of cached) expect((await ask(route, { cookie: "" })).status).toBe(200);
    const { rows } = await tablesOf(url);
    await whileLocked(rows.join(", "), async () => {
      const calls = Object.keys(API_ROUTES).filter((route) => !/readyz|metrics|logout|^DELETE|^ALL/.test(route));
      const pages = Object.keys(PAGE_ROUTES).flatMap((path) => [`GET ${path}`, `GET ${twinOf(path)}`]);
      const asked = Promise.all([
        ...[...calls, ...pages].map((route) => ask(route)),
        ...["GET /desk", "GET /desk/membres", "GET /desk/paiements"].map((route) =>
          ask(route, { cookie: staffCookie }),
        ),
      ]);
      const waiting = "select count(*) as count from pg_stat_activity where wait_event_type = 'Lock'";
      await expect.poll(async () => Number((await query(url, waiting))[0]?.["count"])).toBeGreaterThanOrEqual(10);
      // A process that stood still on a busy machine is not ready once.
      await expect.poll(async () => (await ask("GET /readyz")).status).toBe(200);
      for (const route of cached) expect((await ask(route, { cookie: "" })).status).toBe(200);
      const answers = await asked;
      expect(notAnswered(answers)).toEqual([]);
      expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(50);
    });
    expect((await ask("GET /agenda")).status).toBe(200);
  });

  it("the floor's calls go on while pages use up their connections", async () => {
    await whileLocked("announcements", async () => {
      const pages = Promise.all(Array.from({ length: 20 }, (_, n) => ask(`GET /agenda/${n + 1}/x`)));
      const card = await app.send(HOST, `/api/floor/cards/${member.card}`, {
        headers: { authorization: "Bearer floor-151" },
      });
      expect(card.status).toBe(200);
      expect(
        (await wallets.floor("POST", "/earnings", { card_number: member.card, amount: "10.00", family: "slots" }))
          .status,
      ).toBe(200);
      expect(notAnswered(await pages)).toEqual([]);
    });
  });
});

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}

/** All tables but those that the readiness probe reads. */
async function tablesOf(url: string): Promise<{ rows: string[] }> {
  const rows = await query(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('schema_migrations', 'installation')",
  );
  return { rows: rows.map(({ name }) => String(name)) };
}
