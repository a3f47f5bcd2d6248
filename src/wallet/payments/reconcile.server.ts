import { inTransaction, isTransient, isUnavailable } from "../../platform/database/database.server.ts";
import type { BankSession } from "../../platform/gateways.ts";
import type { World } from "../../platform/world.ts";
import { againAt, AWAY_AFTER, timeOver } from "./check-times.ts";
import { findSentBack, sentBackOf, takeMissing } from "./lost-payments.server.ts";
import {
  duePayments,
  factsOf,
  paymentOf,
  paymentsSince,
  sessionsOf,
  updatePayment,
  type Payment,
} from "./queries.server.ts";
import type { FactName } from "./state.ts";
import { settle } from "./settle.server.ts";
import { noteUnsettled } from "./unsettled.server.ts";
import type { Sites } from "../wallets.server.ts";

const AT_ONCE = 200;

/**
 * Asks the bank how a payment stands and settles what it says; for notices, polls, staff and the reconciler. What a notice claims counts even
 * where the bank cannot be reached, as a claim. False where it could not: the reconciler asks then until it can, whatever is known so far.
 */
export async function settleFromBank(
  world: World,
  sites: Sites,
  uuid: string,
  { isRestored = false, isDenied = false }: Circumstances = {},
): Promise<boolean> {
  const payment = await paymentOf(world.database.db, uuid);
  if (payment === undefined) return true;
  const { readings, sentBack } = await toldOf(world, payment, isRestored);
  // Time ends nothing that the bank could not be asked about: somebody may have paid in the last moment.
  const over =
    readings === null || readings.some(({ fact }) => fact === "PAID") ? null : timeOver(payment, world.now());
  await settle(world, sites, uuid, { readings, sentBack, ours: isDenied ? "DENIED" : over });
  if (readings === null) await askLater(world, payment);
  return readings !== null;
}

function askLater(world: World, { uuid, created_at: createdAt }: Pick<Payment, "uuid" | "created_at">): Promise<void> {
  return inTransaction(world.database, (tx) =>
    updatePayment(tx, uuid, { next_check_at: againAt(createdAt, world.now()) }),
  );
}

/** What our books know of a payment and its sessions at the bank, as far as asking the bank needs it. */
export type KnownOfBank = { sessionIds: string[]; facts: FactName[]; isUnsure: boolean };

export async function knownOfBank(world: World, payment: Payment): Promise<KnownOfBank> {
  const { db } = world.database;
  const [sessionIds, facts] = await Promise.all([sessionIdsOf(world, payment.uuid), factsOf(db, payment.uuid)]);
  return { sessionIds, facts, isUnsure: isUnsure(payment) };
}

/**
 * The same for who only looks, such as a page that polls, and knows already what our books say: where the bank says nothing else, they are
 * not asked, and when the reconciler comes stays as it was.
 */
export async function settleNews(world: World, sites: Sites, uuid: string, known: KnownOfBank): Promise<void> {
  const readings = await toldByBank(world, uuid, known);
  if (readings?.some(({ fact }) => !known.facts.includes(fact)) === true)
    await settle(world, sites, uuid, { readings });
}

/**
 * `isRestored`: our books may know less than they once did, and a paid session may have gone back meanwhile (F29). `isDenied`: staff looked
 * into what a notice claims and found it is none, unless the bank says so by now (F6).
 */
type Circumstances = { isRestored?: boolean; isDenied?: boolean };

async function toldOf(
  world: World,
  payment: Payment,
  isRestored: boolean,
): Promise<{ readings: BankSession[] | null; sentBack: string[] }> {
  const sessionIds = await sessionIdsOf(world, payment.uuid);
  const readings = await toldByBank(world, payment.uuid, { sessionIds, isUnsure: isUnsure(payment) });
  if (!isRestored || readings === null) return { readings, sentBack: [] };
  const paid = readings.filter(({ fact }) => fact === "PAID").map(({ sessionId }) => sessionId);
  const sentBack = await sentBackOf(world, paid);
  return sentBack === null ? { readings: null, sentBack: [] } : { readings, sentBack };
}

/** Somebody who asks the bank just now, or died asking, may have opened a session that nobody knows yet. */
function isUnsure(payment: Payment): boolean {
  return payment.is_unsure || payment.starting_until !== null;
}

async function sessionIdsOf(world: World, uuid: string): Promise<string[]> {
  const sessions = await sessionsOf(world.database.db, uuid);
  return sessions.map(({ session_id: id }) => id).filter((id) => !id.startsWith("refused-"));
}

/** What the bank says; null where it cannot be asked. */
function toldByBank(
  world: World,
  uuid: string,
  known: Pick<KnownOfBank, "sessionIds" | "isUnsure">,
): Promise<BankSession[] | null> {
  return readAll(world, uuid, known).catch((error: unknown) => {
    world.log.warn({ err: error, payment: uuid }, "the bank cannot be asked about a payment");
    return null;
  });
}

/** Known sessions one by one; where an answer of the bank's was lost, or we know of none, whatever it has of this payment. */
async function readAll(
  world: World,
  uuid: string,
  { sessionIds: known, isUnsure }: Pick<KnownOfBank, "sessionIds" | "isUnsure">,
): Promise<BankSession[]> {
  const bank = world.gateways.bank;
  if (bank === null) throw new Error("This installation has no settings for the bank");
  const found = isUnsure || known.length === 0 ? await bank.find(uuid) : [];
  const names = new Set(found.map(({ sessionId }) => sessionId));
  for (const id of known) {
    if (names.has(id)) continue;
    const reading = await bank.read(id);
    if (reading !== null) found.push(reading);
  }
  return found;
}

/** Everything that is due: notices may all be lost, and within a minute the payment is right nevertheless (F4, I8). */
export async function reconcile(world: World, sites: Sites): Promise<void> {
  await settleAll(world, sites, await duePayments(world.database.db, world.now(), AT_ONCE));
}

/**
 * After a restore to an earlier time (F29): reads every payment since an instant again, then takes from the bank's own list what our
 * books have lost, and looks for what was sent back of all the money that they have. Gives how many payments the bank could not be
 * asked about, and whether its list was gone through to the end.
 */
export async function reconcileSince(
  world: World,
  sites: Sites,
  since: Date,
): Promise<{ left: number; isListRead: boolean }> {
  let left = 0;
  let after = "";
  for (;;) {
    const payments = await paymentsSince(world.database.db, since, after, AT_ONCE);
    left += await settleAll(world, sites, payments, { isRestored: true });
    const last = payments.at(-1);
    if (last === undefined) break;
    after = last.uuid;
  }
  const isListRead = await takeMissing(world, sites, since);
  return { left: left + (await findSentBack(world, sites, since)), isListRead };
}

/** One after the other; those that could not be settled are asked about again in a while. Gives how many. */
async function settleAll(
  world: World,
  sites: Sites,
  payments: { uuid: string; created_at: Date }[],
  circumstances: Circumstances = {},
): Promise<number> {
  let waiting = 0;
  let missed = 0;
  for (const payment of payments) {
    const outcome = missed < AWAY_AFTER ? await settleOne(world, sites, payment.uuid, circumstances) : "skipped";
    missed = outcome === "settled" || outcome === "refused" ? 0 : missed + 1;
    if (outcome === "settled") continue;
    waiting += 1;
    // Where the bank was asked and is away, that has been said already.
    if (outcome !== "unreachable") await askLater(world, payment);
  }
  return waiting;
}

/** "refused" by our own books, "unreachable" at the bank: a payment that cannot be settled holds up no other. */
async function settleOne(
  world: World,
  sites: Sites,
  uuid: string,
  circumstances: Circumstances,
): Promise<"settled" | "refused" | "unreachable"> {
  try {
    return (await settleNoted(world, sites, uuid, circumstances)) ? "settled" : "unreachable";
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return "refused";
  }
}

/** As `settleFromBank`; what our own books refuse is asked about again and after a while a person's (G168), before it is thrown on. */
export async function settleNoted(
  world: World,
  sites: Sites,
  uuid: string,
  circumstances: Circumstances = {},
): Promise<boolean> {
  try {
    return await settleFromBank(world, sites, uuid, circumstances);
  } catch (error) {
    if (isTransient(error)) throw error;
    world.log.error({ err: error, payment: uuid }, "a payment could not be settled");
    await noteUnsettled(world, uuid);
    throw error;
  }
}
