import { inTransaction } from "../../platform/database/database.server.ts";
import { isTransient, isUnavailable } from "../../platform/database/errors.server.ts";
import type { BankGateway, BankSession } from "../../platform/gateways/bank.ts";
import type { World } from "../../platform/world.ts";
import { againAt, timeOver } from "./check-times.ts";
import { askCompanyBank, countBankFailures } from "./bank/company-banks.server.ts";
import { findSentBack, sentBackOf, bookMissing } from "./lost/lost-payments.server.ts";
import {
  duePayments,
  paymentFacts,
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
 * Reads a payment at the bank and settles what it says. Used by webhooks, staff and the reconciler. A webhook's claim
 * is recorded even if the bank cannot be reached. Returns false in that case; the reconciler asks again later.
 */
export async function settleFromBank(
  world: World,
  sites: Sites,
  uuid: string,
  { isRestored = false, isDenied = false }: Circumstances = {},
): Promise<boolean> {
  const payment = await paymentOf(world.database.db, uuid);
  if (payment === undefined) return true;
  const { readings, sentBack } = await newsOf(world, payment, isRestored);
  // Time does not end a payment while the bank cannot be reached, because it may have been paid in the last moment.
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

/** What our books know of a payment and its bank sessions, as far as asking the bank needs it. */
export type KnownBankState = { company: string; sessionIds: string[]; facts: FactName[]; isUnsure: boolean };

export async function knownBankState(world: World, payment: Payment): Promise<KnownBankState> {
  const { db } = world.database;
  const [sessionIds, facts] = await Promise.all([sessionIdsOf(world, payment.uuid), paymentFacts(db, payment.uuid)]);
  return { company: payment.company, sessionIds, facts, isUnsure: isUnsure(payment) };
}

/**
 * Like `settleFromBank`, for polls that already know our books' state. Writes nothing if the bank says nothing new, and
 * does not change the reconciler's schedule.
 */
export async function settleFromPoll(world: World, sites: Sites, uuid: string, known: KnownBankState): Promise<void> {
  const readings = await readingsOf(world, { uuid, company: known.company }, known);
  if (readings?.some(({ fact }) => !known.facts.includes(fact)) === true)
    await settle(world, sites, uuid, { readings });
}

/**
 * `isRestored`: our books may be older than reality, and paid sessions may have been refunded meanwhile. `isDenied`:
 * staff found a webhook's claim wrong, which counts unless the bank confirms it now.
 */
type Circumstances = { isRestored?: boolean; isDenied?: boolean };

async function newsOf(
  world: World,
  payment: Payment,
  isRestored: boolean,
): Promise<{ readings: BankSession[] | null; sentBack: string[] }> {
  const sessionIds = await sessionIdsOf(world, payment.uuid);
  const readings = await readingsOf(world, payment, { sessionIds, isUnsure: isUnsure(payment) });
  if (!isRestored || readings === null) return { readings, sentBack: [] };
  const paid = readings.filter(({ fact }) => fact === "PAID").map(({ sessionId }) => sessionId);
  const sentBack = await sentBackOf(world, payment.company, paid);
  return sentBack === null ? { readings: null, sentBack: [] } : { readings, sentBack };
}

/** True if a session may exist that we do not know, because a call to the bank is running or its answer was lost. */
function isUnsure(payment: Payment): boolean {
  return payment.is_unsure || payment.starting_until !== null;
}

async function sessionIdsOf(world: World, uuid: string): Promise<string[]> {
  const sessions = await sessionsOf(world.database.db, uuid);
  return sessions.map(({ session_id: id }) => id).filter((id) => !id.startsWith("refused-"));
}

/** The bank's readings, or null if it cannot be reached. */
function readingsOf(
  world: World,
  payment: Pick<Payment, "uuid" | "company">,
  known: Pick<KnownBankState, "sessionIds" | "isUnsure">,
): Promise<BankSession[] | null> {
  const { uuid, company } = payment;
  return askCompanyBank(world, company, (bank) => readAll(bank, uuid, known)).catch((error: unknown) => {
    world.log.warn({ err: error, payment: uuid }, "the bank cannot be asked about a payment");
    return null;
  });
}

/** Reads known sessions one by one. If an answer was lost or none is known, searches the bank by the payment's uuid. */
async function readAll(
  bank: BankGateway,
  uuid: string,
  { sessionIds: known, isUnsure }: Pick<KnownBankState, "sessionIds" | "isUnsure">,
): Promise<BankSession[]> {
  const found = isUnsure || known.length === 0 ? await bank.find(uuid) : [];
  const names = new Set(found.map(({ sessionId }) => sessionId));
  for (const id of known) {
    if (names.has(id)) continue;
    const reading = await bank.read(id);
    if (reading !== null) found.push(reading);
  }
  return found;
}

/** Settles all payments that are due. Even if all webhooks are lost, a paid payment is found within a minute. */
export async function reconcile(world: World, sites: Sites): Promise<void> {
  await settleInTurn(world, sites, await duePayments(world.database.db, world.now(), AT_ONCE));
}

/**
 * Repairs the books after a restore from a backup: reads every payment since an instant again, takes missing payments
 * from the bank's list of each company, and looks for refunds of all money that the books hold. Returns how many payments could not be
 * checked, and whether the bank's lists were read to the end.
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
    left += await settleInTurn(world, sites, payments, { isRestored: true });
    const last = payments.at(-1);
    if (last === undefined) break;
    after = last.uuid;
  }
  const isListRead = await bookMissing(world, sites, since);
  return { left: left + (await findSentBack(world, sites, since)), isListRead };
}

/** Settles payments one after the other and schedules failed ones again. Returns how many failed. */
async function settleInTurn(
  world: World,
  sites: Sites,
  payments: { uuid: string; company: string; created_at: Date }[],
  circumstances: Circumstances = {},
): Promise<number> {
  let waiting = 0;
  const failures = countBankFailures();
  for (const payment of payments) {
    const { uuid, company } = payment;
    const outcome = failures.isAway(company) ? "skipped" : await settleOne(world, sites, uuid, circumstances);
    if (outcome !== "skipped") failures.note(company, outcome !== "unreachable");
    if (outcome === "settled") continue;
    waiting += 1;
    // When the bank was unreachable, `settleFromBank` has scheduled the payment already.
    if (outcome !== "unreachable") await askLater(world, payment);
  }
  return waiting;
}

/** "refused" by our own books, "unreachable" at the bank. Neither stops the other payments. */
async function settleOne(
  world: World,
  sites: Sites,
  uuid: string,
  circumstances: Circumstances,
): Promise<"settled" | "refused" | "unreachable"> {
  try {
    return (await settleOrSchedule(world, sites, uuid, circumstances)) ? "settled" : "unreachable";
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return "refused";
  }
}

/**
 * Like `settleFromBank`. If our own books refuse, the payment is scheduled again, becomes a case for staff after a
 * while, and the error is thrown on.
 */
export async function settleOrSchedule(
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
