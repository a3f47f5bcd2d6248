import { setTimeout as delay } from "node:timers/promises";
import { verifyLedger } from "../../src/ledger/verification.server.ts";
import { sealEntries } from "../../src/ledger/sealing.server.ts";
import type { Member } from "../../src/accounts/member.ts";
import type { Database } from "../../src/platform/database/database.server.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import type { BankEntry } from "../simulator/bank.ts";
import { prepareBooks, readBooks, type Books, type Raw } from "../simulator/books.ts";
import { NO_RECEIPT, problemsAtRest, problemsNow, type Acknowledged } from "../simulator/invariants.ts";
import { cardOf, depositOf } from "../simulator/made-world.ts";
import type { openNodes } from "./nodes.ts";

const SITE = 151;
const AMOUNT_MINOR = 5_000;
const SPEND_MINOR = 5_000;
const CREDITED_WITHIN_MS = 150_000;
const AGAIN_MS = 250;
const JSON_TYPE = { "content-type": "application/json" };

type Nodes = Awaited<ReturnType<typeof openNodes>>;
type BankRow = {
  session_id: string;
  application: string;
  state: string;
  amount: number;
  status: string;
  received: number | null;
  refunded: number;
};
export type KillRun = { nodes: Nodes; sandbox: TestSandbox; members: Member[]; told: Acknowledged; seen: Set<string> };

/**
 * One member who orders, pays at the bank, waits for the credit, spends it, and starts again until `isOver`. Calls with
 * an unknown outcome are repeated with the same key. Acknowledged results are noted.
 */
export async function live(
  { nodes, sandbox, told, seen }: KillRun,
  member: Member,
  isOver: () => boolean,
): Promise<void> {
  let turn = member.sessionId.charCodeAt(7);
  const name = `${member.playersPlusId}-${Date.now()}`;
  for (let round = 0; !isOver(); round += 1) {
    const order = await untilKnown(() =>
      nodes.call((turn += 1), {
        method: "POST",
        path: "/api/transaction/init",
        headers: { ...JSON_TYPE, ...bearer(member), "idempotency-key": `${name}-${round}` },
        body: JSON.stringify({
          ...depositOf(member, SITE, AMOUNT_MINOR),
          product: { type: "cashless", amount: AMOUNT_MINOR / 100, currency: "EUR" },
          return_url: "http://port-serac.localhost:3000/?popup=Cashless",
        }),
      }),
    );
    if (order.status !== 200)
      throw new Error(`An order was answered with ${order.status}: ${JSON.stringify(order.body)}`);
    const { transaction_uuid: uuid, link } = order.body["data"] as { transaction_uuid: string; link: string };
    told.payments.set(uuid, { membership: member.playersPlusId ?? "", site: SITE, amount: AMOUNT_MINOR });
    await sandbox.send("POST", `/api/bank/${link.split("/").at(-1)}`, { outcome: "paid" });
    await untilSuccess(nodes, member, uuid, () => (turn += 1));
    seen.add(uuid);
    const event = `spend-${name}-${round}`;
    const spent = await untilKnown(() =>
      nodes.call((turn += 1), {
        method: "POST",
        path: `/api/floor/wallets/${cardOf(member)}/spends`,
        headers: { ...JSON_TYPE, authorization: `Bearer floor-${SITE}` },
        body: JSON.stringify({ event_id: event, amount: (SPEND_MINOR / 100).toFixed(2) }),
      }),
    );
    if (spent.status !== 200)
      throw new Error(`A spend was answered with ${spent.status}: ${JSON.stringify(spent.body)}`);
    told.cash.set(`floor:${SITE}:${event}`, -SPEND_MINOR);
  }
}

async function untilSuccess(nodes: Nodes, member: Member, uuid: string, turn: () => number): Promise<void> {
  for (const end = Date.now() + CREDITED_WITHIN_MS; Date.now() < end; await delay(AGAIN_MS)) {
    const { status, body } = await nodes.call(turn(), {
      method: "GET",
      path: `/api/transaction/${uuid}`,
      headers: bearer(member),
    });
    if (status === 404 || status === 401) throw new Error(`A payment was answered with ${status}`);
    const data = body["data"] as { transaction?: { status: { name: string } }[] } | undefined;
    if (status === 200 && data?.transaction?.[0]?.status.name === "SUCCESS") return;
  }
  throw new Error(`${uuid} was paid and not credited in time`);
}

/** Repeats a call after 503, after 409 (the first call is still running), or without an answer. */
async function untilKnown(call: () => ReturnType<Nodes["call"]>): ReturnType<Nodes["call"]> {
  for (const end = Date.now() + CREDITED_WITHIN_MS; ; await delay(AGAIN_MS)) {
    const answer = await call();
    const isKnown = answer.status !== 0 && answer.status !== 503 && answer.status !== 409;
    if (isKnown || Date.now() > end) return answer;
  }
}

const bearer = ({ sessionId }: Member) => ({ authorization: `Bearer ${sessionId}` });

/**
 * The problems once everything has come to rest: within our books, with the bank's book, and with what was
 * acknowledged.
 */
export async function judge(
  { sandbox, members, told, seen }: KillRun,
  database: Database,
  raw: Raw,
): Promise<string[]> {
  await prepareBooks(raw);
  const memberships = members.map(({ playersPlusId }) => playersPlusId ?? "");
  const books = await readBooks(raw, memberships, 0n);
  const bank = bookOf((await sandbox.send("GET", "/api/bank")) as BankRow[]);
  const credited = new Set(
    books.payments.filter((payment) => payment.transaction_status === "SUCCESS").map(({ uuid }) => uuid),
  );
  await sealEntries({ database, now: () => new Date() });
  const { problems } = await verifyLedger(database);
  return [
    ...problemsNow(books, null, bank, told),
    ...restOf(books, bank),
    ...[...seen].flatMap((uuid) => (credited.has(uuid) ? [] : [`${uuid} was seen as credited and is not`])),
    ...problems,
  ];
}

/**
 * Orders that nobody continued may stay open; paid ones may not. If a node died between the bank's answer and its own
 * commit, the bank has two sessions of one payment, and the unpaid one is rightly still checked.
 */
function restOf(books: Books, bank: ReadonlyMap<string, BankEntry>): string[] {
  const stateOf = (isPaid: boolean) =>
    new Set(
      [...bank.values()].filter(({ receivedMinor }) => (receivedMinor !== null) === isPaid).map(({ state }) => state),
    );
  const [paid, payable] = [stateOf(true), stateOf(false)];
  const payments = books.payments
    .filter(({ uuid }) => paid.has(uuid))
    .map((payment) => (payable.has(payment.uuid) ? { ...payment, next_check_at: null } : payment));
  const done = { ...books, payments };
  return problemsAtRest(done, bank).filter((problem) => !problem.startsWith(NO_RECEIPT));
}

function bookOf(rows: BankRow[]): ReadonlyMap<string, BankEntry> {
  const minor = (amount: number) => BigInt(Math.round(amount * 100));
  return new Map(
    rows.map((row) => [
      row.session_id,
      {
        id: row.session_id,
        company: row.application.replace("sandbox-bank-", ""),
        state: row.state,
        orderedMinor: minor(row.amount),
        communication: "",
        fact: row.status === "payment_created" ? "PAID" : "PENDING_PAYMENT",
        isFinal: row.status === "payment_created",
        receivedMinor: row.received === null ? null : minor(row.received),
        currency: "EUR",
        isAmountTold: true,
        payerName: null,
        paidAt: null,
        refunds: row.refunded > 0 ? [{ key: "refund", minor: minor(row.refunded) }] : [],
      } satisfies BankEntry,
    ]),
  );
}
