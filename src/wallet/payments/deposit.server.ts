import { setTimeout as delay } from "node:timers/promises";
import { lockedBalance } from "../../ledger/reading.server.ts";
import { moveLimit } from "../../ledger/maximum-balance.server.ts";
import { storeVerdict, type Verdict } from "../../protection/exclusions/registers.server.ts";
import { membershipOfId } from "../../loyalty/memberships.server.ts";
import { ageAt } from "../../accounts/profile/ages.ts";
import type { Problem } from "../../accounts/contract.ts";
import type { Member } from "../../accounts/member.ts";
import { publicOrigin } from "../../platform/settings/config.server.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import { isUnavailable } from "../../platform/database/errors.server.ts";
import { isNotReached } from "../../platform/not-reached.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { availableIn, depositProblem } from "../amount.ts";
import { nextCheckAt } from "./check-times.ts";
import type { InitInput } from "../contract.ts";
import { askAboutHolder } from "./exclusion-check.server.ts";
import {
  claimStart,
  endStart,
  insertPayment,
  knownSession,
  paymentOf,
  reservedPayment,
  updatePayment,
  type Payment,
} from "./queries.server.ts";
import { openedWallet } from "../queries.server.ts";
import { settle } from "./settle.server.ts";
import { statementText } from "./bank/statement-text.ts";
import {
  bankOfVenue,
  isCashlessOn,
  provePin,
  walletAccount,
  type Sites,
  type WalletRefused,
} from "../wallets.server.ts";

/** How long one node may wait for the bank before another node may order in its place. */
const START_MS = 15_000;
/** How long a repeated call waits for the link that the first call is fetching. */
const WAIT_MS = 6_000;
const POLL_EVERY_MS = 100;

export type Started = { transaction_uuid: string; link: string };
/** `isLocked`: a definite refusal, answered as 409 INIT_TRANSACTION_ERROR. Temporary problems are refusals with 503. */
export type InitRefused = WalletRefused | { isLocked: true };
const LOCKED: InitRefused = { isLocked: true };
const DOWN: InitRefused = { refusal: { kind: "unavailable", error: "wallet_down", retryAfterSeconds: 2 } };
/** The bank has not answered. The payment stays open, and a repeated call continues it. */
export const UNANSWERED: InitRefused = {
  refusal: { kind: "unavailable", error: "wallet_bank_silent", retryAfterSeconds: 2 },
};

/**
 * Handles POST /transaction/init: reserves the amount in the wallet and orders a payment at the bank. A repeated call for the
 * same wallet and amount gets the same payment and link; another amount is refused while a payment is open. No second
 * order is sent while an earlier one may still be answered. If its answer was lost, the same payment is ordered again.
 */
export async function startDeposit(
  world: World,
  sites: Sites,
  member: Member,
  input: InitInput,
): Promise<{ ok: Started } | InitRefused> {
  try {
    const refused = await refusedFor(world, sites, member, input);
    if (refused !== null) return refused;
    const asked = await notExcluded(world, sites, member, input.site_id);
    if (!("verdict" in asked)) return asked;
    const opened = await openPayment(world, sites, member, input, asked.verdict);
    return "payment" in opened ? await linkOf(world, sites, member, opened.payment.uuid) : opened;
  } catch (error) {
    if (isUnavailable(error)) return DOWN;
    throw error;
  }
}

/** Checks everything that must be true before anything is stored or sent. Null means accepted. */
async function refusedFor(world: World, sites: Sites, member: Member, input: InitInput): Promise<InitRefused | null> {
  const problems = orderProblems(world, sites, input);
  if (problems.length > 0) return { problems };
  const venue = sites.bySite(input.site_id);
  if (!isCashlessOn(world, venue)) return { refusal: { kind: "not_found", error: "wallet_unknown" } };
  if (bankOfVenue(world, venue) === null) return LOCKED;
  if (!member.isPhoneValid) return { refusal: { kind: "forbidden", error: "wallet_phone_needed" } };
  if (!(await mayPayIn(world, venue, member))) return { refusal: { kind: "forbidden", error: "wallet_not_allowed" } };
  const proven = await provePin(world, sites, member, input.site_id, { slot: input.data.pin_code });
  if ("ok" in proven) return null;
  return proven.code === 3002 ? LOCKED : proven;
}

/** What is wrong with an order beside its amount, which its schema reads. */
export function orderProblems(
  world: World,
  sites: Sites,
  input: Pick<InitInput, "return_url" | "site_id" | "data">,
): Problem[] {
  const problems: Problem[] = [];
  if (!isReturnAddress(world, sites, input.return_url))
    problems.push({ key: "return_url", message: "wallet_address_refused" });
  if (input.data.site_id !== input.site_id) problems.push({ key: "data.site_id", message: "wallet_invalid" });
  return problems;
}

/**
 * True if the member has the venue's minimum age in the venue's time zone, and was not excluded when a register was
 * last asked.
 */
export async function mayPayIn(world: World, venue: Venue, member: Member): Promise<boolean> {
  const { timeZone, minimumAge } = venue.policy;
  if (member.birthday === null || ageAt(world.now(), timeZone, member.birthday) < minimumAge) return false;
  if (member.playersPlusId === null) return true;
  const holder = await membershipOfId(world, member.playersPlusId);
  return holder === null || (holder.excludedSince === null && holder.status === "active");
}

/** Asks the exclusion register now. An excluded person is refused, and without an answer nobody may order (503). */
async function notExcluded(
  world: World,
  sites: Sites,
  member: Member,
  siteId: number,
): Promise<{ verdict: Verdict } | InitRefused> {
  const membershipId = member.playersPlusId ?? "";
  const verdict = await askAboutHolder(world, sites, { membershipId, siteId });
  if (verdict === null) return DOWN;
  if (verdict.verdict === "clear") return { verdict };
  await inTransaction(world.database, (tx) => storeVerdict(tx, { enrollmentId: null, membershipId }, verdict));
  return { refusal: { kind: "forbidden", error: "wallet_not_allowed" } };
}

/**
 * True for the wallet's popup on a host of a venue or on the group's main host. Anything else could be an open
 * redirect.
 */
function isReturnAddress(world: World, sites: Sites, address: string): boolean {
  const hosts = ["localhost", ...sites.all().flatMap((venue) => venue.hosts)];
  return hosts.some((host) => address === `${publicOrigin(world.config, host)}/?popup=Cashless`);
}

/** Under the wallet's lock, returns the open payment, or creates one and reserves its amount. */
async function openPayment(
  world: World,
  sites: Sites,
  member: Member,
  input: InitInput,
  verdict: Verdict,
): Promise<{ payment: Payment } | InitRefused> {
  const membershipId = member.playersPlusId ?? "";
  const { amount } = input.product;
  const account = walletAccount(membershipId, input.site_id);
  const company = sites.bySite(input.site_id)?.company.key;
  if (company === undefined) return { refusal: { kind: "not_found", error: "wallet_unknown" } };
  return inTransaction(world.database, async (tx) => {
    const balance = await lockedBalance(tx, account);
    const wallet = await openedWallet(tx, membershipId, input.site_id);
    if (balance === null || wallet === undefined) return { refusal: { kind: "not_found", error: "wallet_unknown" } };
    const open = await reservedPayment(tx, membershipId, input.site_id);
    if (open !== undefined) return open.amount_minor === amount ? { payment: open } : LOCKED;
    const availableMinor = availableIn({ limitMinor: wallet.limit_minor, balanceMinor: balance, reservedMinor: 0n });
    const problem = depositProblem(amount, availableMinor);
    if (problem === "below-minimum") return { problems: [{ key: "product.amount", message: "wallet_amount_small" }] };
    if (problem !== null) return LOCKED;
    await storeVerdict(tx, { enrollmentId: null, membershipId }, verdict);
    await moveLimit(tx, account, -amount);
    const created = { status: "INIT", created_at: world.now() } as const;
    const payment = await insertPayment(tx, {
      uuid: world.uuid(),
      account_id: member.accountId,
      membership_id: membershipId,
      site_id: input.site_id,
      company,
      amount_minor: amount,
      currency: "EUR",
      return_url: input.return_url,
      ...created,
      transaction_status: "PENDING",
      is_reserved: true,
      updated_at: world.now(),
      next_check_at: nextCheckAt(created, { facts: [], isWaiting: false, hasMore: false, now: world.now() }),
    });
    return { payment };
  });
}

/** The bank's link of a payment: the stored one, one that another call is fetching, or a new one. */
async function linkOf(
  world: World,
  sites: Sites,
  member: Member,
  uuid: string,
): Promise<{ ok: Started } | InitRefused> {
  const { db } = world.database;
  for (let waited = 0; waited < WAIT_MS; waited += POLL_EVERY_MS) {
    const payment = await paymentOf(db, uuid);
    if (payment === undefined) return LOCKED;
    if (payment.link !== null) return { ok: { transaction_uuid: uuid, link: payment.link } };
    if (payment.status !== "INIT") return LOCKED;
    const now = world.now();
    if (await claimStart(db, uuid, now, new Date(now.getTime() + START_MS)))
      return startAtBank(world, sites, member, payment);
    await delay(POLL_EVERY_MS);
  }
  return UNANSWERED;
}

async function startAtBank(
  world: World,
  sites: Sites,
  member: Member,
  payment: Payment,
): Promise<{ ok: Started } | InitRefused> {
  const venue = sites.bySite(payment.site_id);
  const bank = venue === undefined ? null : bankOfVenue(world, venue);
  if (bank === null || venue?.company.key !== payment.company) return LOCKED;
  const started = await bank
    .start({
      state: payment.uuid,
      amountMinor: payment.amount_minor,
      currency: payment.currency,
      payer: {
        name: `${member.firstname ?? ""} ${member.lastname ?? ""}`.trim(),
        email: member.email,
        phone: member.mobilePhone,
      },
      communication: statementText(
        payment.uuid,
        { beneficiary: venue.company.beneficiary, siteId: venue.siteId },
        member.walletKey,
      ),
      returnUrl: payment.return_url,
    })
    .catch((error: unknown) => {
      world.log.warn({ err: error, payment: payment.uuid }, "the bank did not answer an order");
      return isNotReached(error) ? ("not-reached" as const) : ("unknown" as const);
    });
  const { db } = world.database;
  // This order did not arrive, but an earlier one of the same payment may have.
  const isUnsure = started === "not-reached" && (await paymentOf(db, payment.uuid))?.is_unsure === true;
  if (started === "unknown" || isUnsure) {
    await endStart(db, payment.uuid);
    return UNANSWERED;
  }
  if (started === "refused" || started === "not-reached") {
    await endRefused(world, sites, payment);
    return LOCKED;
  }
  await inTransaction(world.database, async (tx) => {
    await knownSession(tx, started.sessionId, payment.uuid, world.now());
    await updatePayment(tx, payment.uuid, { link: started.url, starting_until: null });
  });
  return { ok: { transaction_uuid: payment.uuid, link: started.url } };
}

const NOTHING = { amountMinor: null, orderedMinor: null, communication: null, payerName: null };

/**
 * Ends a payment that the bank refused and releases its reservation. It is dismissed at once, because the caller has been
 * told.
 */
async function endRefused(world: World, sites: Sites, { uuid, currency }: Payment): Promise<void> {
  const refusal = { sessionId: `refused-${uuid}`, state: uuid, fact: "ERROR", isFinal: true } as const;
  await settle(world, sites, uuid, { readings: [{ ...refusal, ...NOTHING, currency }] });
  await inTransaction(world.database, (tx) => updatePayment(tx, uuid, { dismissed_at: world.now() }));
}
