import { randomBytes } from "node:crypto";
import pg from "pg";
import { inTransaction, openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { isUnavailable } from "../../src/platform/database/errors.server.ts";
import { moveCash } from "../../src/wallet/cash.server.ts";
import { startDeposit } from "../../src/wallet/payments/deposit.server.ts";
import { receiveBankWebhook } from "../../src/wallet/payments/bank/webhooks.server.ts";
import { preparePin, setPin, verifyPin } from "../../src/wallet/pin/pin.server.ts";
import { settleFromBank } from "../../src/wallet/payments/reconcile.server.ts";
import { sendRefunds } from "../../src/wallet/payments/refunds.server.ts";
import { openWallet } from "../../src/wallet/wallets.server.ts";
import type { Banks } from "../../src/platform/gateways/bank.ts";
import { COMPANY, recordedBank, type RecordedBank } from "../support/bank.ts";
import type { BankEntry } from "./bank.ts";
import { prepareBooks, readBooks, type Raw } from "./books.ts";
import { problemsNow } from "./invariants.ts";
import { depositOf, insertMember, insertUnlock, memberOf, SITES_BY_ID, worldOf } from "./made-world.ts";

/**
 * Runs the verbs against each other on a real PostgreSQL from two nodes. Missing and late locks show here, because the
 * simulator has a single connection. Returns the problems found.
 */
export async function runRaces(url: string, rounds: number): Promise<string[]> {
  const arena = await openArena(url);
  try {
    const problems: string[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const race of [orders, settlements, pins, refunds]) {
        problems.push(...(await race(arena)));
        if (problems.length > 0) return problems;
      }
    return problems;
  } finally {
    await arena.close();
  }
}

type Arena = Awaited<ReturnType<typeof openArena>>;
const SITE = 151;
const LIMIT_MINOR = 200_000;
const HAND = 24;

async function openArena(url: string) {
  const venue = SITES_BY_ID.bySite(SITE);
  if (venue === undefined) throw new Error("There is no venue");
  const databases: Database[] = [await openDatabase({ url }), await openDatabase({ url })];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const raw: Raw = async <Row>(text: string, parameters: unknown[]) =>
    (await client.query(text, parameters.map(asText))).rows as Row[];
  await prepareBooks(raw);
  const bank = recordedBank();
  let refundsAsked = 0;
  const counted: Banks = {
    ...bank,
    of(company) {
      const gateway = bank.of(company);
      return (
        gateway && {
          ...gateway,
          refund: (order) => {
            refundsAsked += 1;
            return gateway.refund(order);
          },
        }
      );
    },
  };
  const worlds = databases.map((database) => worldOf(database, counted));
  let runs = randomBytes(3).readUIntBE(0, 3);

  return {
    bank,
    raw,
    worlds,
    refundsAsked: () => refundsAsked,
    node: (index: number) => worlds[index % worlds.length] as (typeof worlds)[number],
    venue,
    /** A member with an empty wallet. */
    async member() {
      runs += 1;
      const member = memberOf(String(20_000_000 + runs), 0x7000_0000 + runs, 0);
      await insertMember(raw, member, new Date());
      const [world] = worlds;
      if (world === undefined) throw new Error("There is no node");
      const config = { ...venue.config, wallet_limit: LIMIT_MINOR / 100 };
      const membership = member.playersPlusId ?? "";
      const pin = await preparePin(world, membership, "1234");
      await inTransaction(world.database, async (tx) => {
        await openWallet(world, tx, membership, { ...venue, config });
        await setPin(world, tx, membership, pin);
      });
      await insertUnlock(raw, member, SITE, new Date());
      return member;
    },
    async books(membership: string) {
      const [row] = await raw<{ first: string }>(
        "select coalesce(min(l.entry_id), 0) as first from ledger_legs l join ledger_accounts a on a.id = l.account_id where a.name like $1",
        [`wallet:${membership}:%`],
      );
      const books = await readBooks(raw, [membership], BigInt(row?.first ?? 0) - 1n);
      // The internal accounts also hold other members' money, so only this member's entries are compared.
      const mine = new Set(books.payments.map(({ uuid }) => uuid));
      const legs = books.legs.filter(
        (leg) => leg.account === `wallet:${membership}:${SITE}` || (leg.payment !== null && mine.has(leg.payment)),
      );
      const entries = new Set(legs.map(({ entry }) => entry));
      return { ...books, legs: books.legs.filter(({ entry }) => entries.has(entry)) };
    },
    async close() {
      await client.end();
      for (const database of databases) await database.close();
    },
  };
}

/** Many orders for one wallet must give one payment and one order at the bank, without errors. */
async function orders(arena: Arena): Promise<string[]> {
  const member = await arena.member();
  const before = arena.bank.orders.length;
  const answers = await together(HAND * 4, (index) =>
    startDeposit(arena.node(index), SITES_BY_ID, member, depositOf(member, SITE, index % 3 === 0 ? 6_000 : 9_000)),
  );
  const links = new Set(answers.flatMap((answer) => ("ok" in answer && "ok" in answer.ok ? [answer.ok.ok.link] : [])));
  return [
    ...faultsOf(answers),
    ...(links.size === 1 ? [] : [`${links.size} payments were given for one wallet`]),
    ...(arena.bank.orders.length - before === 1
      ? []
      : [`The bank was asked ${arena.bank.orders.length - before} times for one payment`]),
    ...(await problemsOf(arena, member.playersPlusId)),
  ];
}

/** Webhooks, polls, the reconciler, a second order and a till work on one wallet at once, while its payment is paid. */
async function settlements(arena: Arena): Promise<string[]> {
  const member = await arena.member();
  const started = await startDeposit(arena.node(0), SITES_BY_ID, member, depositOf(member, SITE, 10_000));
  if (!("ok" in started)) return [`An order was refused: ${JSON.stringify(started)}`];
  const { transaction_uuid: uuid } = started.ok;
  const sessionId = arena.bank.sessionOf(uuid);
  arena.bank.tell(sessionId, "PAID");
  const body = Buffer.from(
    JSON.stringify({ session_id: sessionId, status: "payment_created", state: uuid, fact: "PAID" }),
  );
  const message = { headers: new Headers({ signature: "test" }), body, target: "/webhooks/fintecture" };
  const work: ((index: number) => Promise<unknown>)[] = [
    (index) => settleFromBank(arena.node(index), SITES_BY_ID, uuid),
    (index) => receiveBankWebhook(arena.node(index), message),
    (index) => settleFromBank(arena.node(index), SITES_BY_ID, uuid),
    (index) => startDeposit(arena.node(index), SITES_BY_ID, member, depositOf(member, SITE, 7_000)),
    (index) => {
      const world = arena.node(index);
      const key = `race:${uuid}:${index}`;
      const cash = { membershipId: member.playersPlusId ?? "", key, minor: 100n };
      return inTransaction(world.database, (tx) => moveCash(world, tx, arena.venue, cash));
    },
  ];
  const answers = await together(HAND * 3, (index) => (work[index % work.length] as (typeof work)[number])(index));
  return [...faultsOf(answers), ...(await problemsOf(arena, member.playersPlusId))];
}

/** Many wrong PINs at once must cause three comparisons. */
async function pins(arena: Arena): Promise<string[]> {
  const member = await arena.member();
  const comparisons = () =>
    arena.worlds.reduce(
      (sum, { metrics }) => sum + Number(/^pin_comparisons_total (\d+)$/m.exec(metrics.text({}))?.[1] ?? 0),
      0,
    );
  const before = comparisons();
  const answers = await together(HAND, (index) => verifyPin(arena.node(index), member.playersPlusId ?? "", "0000"));
  const made = comparisons() - before;
  return [...faultsOf(answers), ...(made === 3 ? [] : [`${made} wrong PINs were compared`])];
}

/** Two nodes send refunds at once; each must be sent once. */
async function refunds(arena: Arena): Promise<string[]> {
  const members = [await arena.member(), await arena.member(), await arena.member()];
  for (const member of members) {
    const started = await startDeposit(arena.node(0), SITES_BY_ID, member, depositOf(member, SITE, 8_000));
    if (!("ok" in started)) return [`An order was refused: ${JSON.stringify(started)}`];
    arena.bank.tell(arena.bank.sessionOf(started.ok.transaction_uuid), "PAID", { amountMinor: 7_000n });
    await settleFromBank(arena.node(1), SITES_BY_ID, started.ok.transaction_uuid);
  }
  const before = arena.refundsAsked();
  const answers = await together(8, (index) => sendRefunds(arena.node(index), SITES_BY_ID));
  const asked = arena.refundsAsked() - before;
  const problems: string[] = [];
  for (const { playersPlusId } of members) problems.push(...(await problemsOf(arena, playersPlusId)));
  return [...faultsOf(answers), ...(asked === 3 ? [] : [`${asked} refunds were asked for, of three`]), ...problems];
}

type Answer<Result> = { ok: Result } | { error: unknown };

async function together<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Answer<Result>[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      work(index).then(
        (ok) => ({ ok }),
        (error: unknown) => ({ error }),
      ),
    ),
  );
}

/** Waiting too long for a connection is allowed, because callers retry; any other error is a problem. */
function faultsOf(answers: Answer<unknown>[]): string[] {
  return answers.flatMap((answer) =>
    "error" in answer && !isUnavailable(answer.error) ? [`A verb threw ${String(answer.error)}`] : [],
  );
}

async function problemsOf(arena: Arena, membership: string | null): Promise<string[]> {
  const books = await arena.books(membership ?? "");
  const bank = bookOfRecorded(arena.bank);
  return problemsNow(books, null, bank, { payments: new Map(), cash: new Map(), approvals: new Set() });
}

/** The recorded bank's book, as the invariants read it. */
export function bookOfRecorded(bank: Pick<RecordedBank, "sessions" | "refunds">): ReadonlyMap<string, BankEntry> {
  return new Map(
    [...bank.sessions].map(([id, session]) => [
      id,
      {
        id,
        company: session.company ?? COMPANY,
        state: session.state,
        orderedMinor: session.amountMinor ?? 0n,
        communication: session.communication ?? "",
        fact: session.fact,
        isFinal: session.isFinal,
        receivedMinor: session.fact === "PAID" ? session.amountMinor : null,
        currency: session.currency,
        isAmountTold: true,
        payerName: null,
        paidAt: null,
        refunds: [...bank.refunds].flatMap(([key, one]) =>
          one.sessionId === id ? [{ key, minor: one.amountMinor }] : [],
        ),
      },
    ]),
  );
}

function asText(value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
