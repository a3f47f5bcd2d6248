import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { bankWebhook } from "../sandbox/bank-webhooks.ts";
import { sealEntries } from "../src/ledger/sealing.server.ts";
import { verifyLedger } from "../src/ledger/verification.server.ts";
import { sandboxBankSettings } from "../src/platform/settings/sandbox-bank.server.ts";
import { inTransaction, openDatabase, type Database } from "../src/platform/database/database.server.ts";
import { moveCash } from "../src/wallet/cash.server.ts";
import { openWallet } from "../src/wallet/wallets.server.ts";
import { openTestApp, type TestApp } from "../test/support/test-app.ts";
import { openNodes } from "../test/kills/nodes.ts";
import { prepare } from "../test/support/pglite-snapshot.ts";
import { startPostgres } from "../test/support/postgres.ts";
import type { Raw } from "../test/simulator/books.ts";
import { cardOf, insertMember, memberOf } from "../test/simulator/made-world.ts";
import { ratioOf, type Ratio } from "./ratio.ts";

const SITE = 151;
const CLIENTS = 8;
const LOADS = Number(process.env["BENCH_LOADS"] ?? 1_600);
const ROUNDS = 3;
/** A speed of 0.4 is a cost of 2.5. */
const HTTP_BUDGET = 1 / 0.4;
const NOTICES_A_SECOND = 200;
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
/** The bank must wait no longer than this. It would tolerate twenty seconds and repeats ten times. */
const ACKNOWLEDGED_MS = 100;
/** A refused webhook is repeated after a second. */
const AGAIN_MS = 1_000;
const WEBHOOK = "/webhooks/fintecture";
const members = Array.from({ length: CLIENTS }, (_, at) => memberOf(String(40_000_000 + at), 0x4000_0000 + at, 0));

/**
 * Two nodes over PostgreSQL with fsync on: cash loaded over HTTP by tills against the SQL alone, and how long the
 * bank waits for the answers to its webhooks at 200 per second.
 */
export async function walletOverHttp(): Promise<Ratio[]> {
  const postgres = await startPostgres({ isDurable: true });
  const url = postgres.url("bench_http");
  const admin = await openDatabase({ url: postgres.url("postgres") });
  await sql`create database bench_http`.execute(admin.db);
  await admin.close();
  const database = await openDatabase({ url });
  try {
    await prepare(database);
    const app = await furnished(database, url);
    const bank = await openIdleBank();
    const nodes = await openNodes(url, bank.url);
    try {
      return [await loads(app, nodes.ports), await notices(app, nodes.ports, bank.url)];
    } finally {
      nodes.stop();
      bank.stop();
      await app.close();
    }
  } finally {
    await database.close();
    await postgres.stop();
  }
}

/**
 * A bank that accepts every client and knows no payment, so that a webhook causes nothing but the question to the
 * bank.
 */
async function openIdleBank(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((asked, answer) => {
    const isLogIn = asked.url?.endsWith("/oauth/accesstoken") === true;
    asked.resume();
    answer.writeHead(isLogIn ? 200 : 404, { "content-type": "application/json" });
    answer.end(isLogIn ? JSON.stringify({ access_token: "idle", expires_in: 3_600 }) : "{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function furnished(database: Database, url: string): Promise<TestApp> {
  const app = await openTestApp(database, { venues: ["port-serac"], pictures: "stand-ins" });
  const venue = app.services.table.bySite(SITE);
  if (venue === undefined) throw new Error("The venue is missing");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const raw: Raw = async <Row>(text: string, values: unknown[]) => (await client.query(text, values)).rows as Row[];
  const rich = { ...venue, config: { ...venue.config, wallet_limit: 100_000_000 } };
  for (const member of members) {
    await insertMember(raw, member, new Date());
    await inTransaction(database, (tx) => openWallet(app.world, tx, member.playersPlusId ?? "", rich));
  }
  await client.end();
  return app;
}

async function loads({ world, services }: TestApp, ports: number[]): Promise<Ratio> {
  const venue = services.table.bySite(SITE);
  if (venue === undefined) throw new Error("The venue is missing");
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const byHttp = async (at: number) => {
    const status = await send(ports[at % ports.length] ?? 0, agent, {
      path: `/api/floor/wallets/${cardOf(members[at] as (typeof members)[number])}/loads`,
      headers: { "content-type": "application/json", authorization: `Bearer floor-${SITE}` },
      body: JSON.stringify({ event_id: randomUUID(), amount: "1.00" }),
    });
    if (status !== 200) throw new Error(`A load was answered with ${status}`);
  };
  const bySql = async (at: number) => {
    const cash = { membershipId: members[at]?.playersPlusId ?? "", key: randomUUID(), minor: 100n };
    await inTransaction(world.database, (tx) => moveCash(world, tx, venue, cash));
  };
  const times = { a: [] as number[], b: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const order = [byHttp, bySql, bySql, byHttp] as const;
    for (const work of order) {
      const spent = await leg(work);
      if (round > 0) times[work === byHttp ? "a" : "b"].push(spent);
    }
  }
  agent.destroy();
  await sealEntries(world);
  const { problems } = await verifyLedger(world.database);
  if (problems.length > 0) throw new Error(`The ledger does not verify: ${problems[0]}`);
  return ratioOf("a load by HTTP / by SQL alone", {
    a: quantile(times.a, 0.25),
    b: quantile(times.b, 0.25),
    budget: HTTP_BUDGET,
    unit: "µs",
  });
}

async function leg(work: (at: number) => Promise<void>): Promise<number> {
  let left = LOADS;
  const started = performance.now();
  await Promise.all(
    members.map(async (_, at) => {
      while (left-- > 0) await work(at);
    }),
  );
  return ((performance.now() - started) * 1_000) / LOADS;
}

/** Each webhook is about another payment and is sent on time, however long answers to others take. */
async function notices({ world }: TestApp, ports: number[], bankUrl: string): Promise<Ratio> {
  const count = NOTICES_A_SECOND * SECONDS;
  const { rows } = await sql<{ uuid: string }>`
    insert into payments (uuid, account_id, membership_id, site_id, amount_minor, currency, return_url, status, transaction_status,
      is_reserved, created_at, updated_at)
    select gen_random_uuid(), account_id::uuid, membership_id, ${SITE}::int, 5000, 'EUR', '', 'CANCELLED', 'FAILED', false,
      ${new Date()}::timestamptz, ${new Date()}::timestamptz
    from unnest(${members.map(({ accountId }) => accountId)}::text[], ${members.map(({ playersPlusId }) => playersPlusId)}::text[])
      as payer (account_id, membership_id), generate_series(1, ${count / CLIENTS}::int) returning uuid`.execute(
    world.database.db,
  );
  const settings = sandboxBankSettings(bankUrl, "port-serac");
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const times: number[] = [];
  let refused = 0;
  const started = performance.now();
  await Promise.all(
    rows.map(async ({ uuid: state }, at) => {
      await delay((at * 1_000) / NOTICES_A_SECOND);
      const session = { id: randomUUID(), status: "payment_pending" as const, state, payerName: "Delmas" };
      const message = bankWebhook(settings, session, WEBHOOK, new Date());
      const sent = performance.now();
      const status = await send(ports[at % ports.length] ?? 0, agent, { path: WEBHOOK, ...message });
      if (status !== 200 && status !== 503) throw new Error(`A webhook was answered with ${status}`);
      if (status === 503) refused += 1;
      times.push(status === 200 ? performance.now() - sent : AGAIN_MS);
    }),
  );
  agent.destroy();
  return ratioOf("p99 of a notice's acknowledgement at 200 a second / 100 ms", {
    a: quantile(times, 0.99),
    b: ACKNOWLEDGED_MS,
    budget: 1,
    unit: "ms",
    median: quantile(times, 0.5),
    refused,
    notices_per_second: Math.round((count * 1_000) / (performance.now() - started)),
  });
}

function send(
  port: number,
  agent: Agent,
  { path, headers, body }: { path: string; headers: Record<string, string>; body: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const all = { host: "port-serac.localhost:3000", "content-length": String(Buffer.byteLength(body)), ...headers };
    const asked = request({ host: "127.0.0.1", port, path, method: "POST", headers: all, agent }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

function quantile(values: number[], part: number): number {
  return values.sort((x, y) => x - y)[Math.floor(values.length * part)] ?? 0;
}
