import {
  askRegister,
  hasNameAndBirthday,
  type RegisterAnswer,
  type Verdict,
} from "../../protection/exclusions/registers.server.ts";
import { membershipOfId } from "../../loyalty/memberships.server.ts";
import type { BankSession } from "../../platform/gateways/bank.ts";
import type { World } from "../../platform/world.ts";
import type { Sites } from "../wallets.server.ts";
import { paymentOf, sessionsOf, type PaymentSession } from "./queries.server.ts";
import { insertionOf } from "../../loyalty/records.server.ts";

/**
 * Asks the exclusion register of the venue's country about a wallet's holder, before money is ordered or credited. Call
 * it outside transactions, and store the verdict with the decision. Null means no answer: then nothing may be ordered,
 * and received money waits.
 */
export async function askAboutHolder(
  world: World,
  sites: Sites,
  { membershipId, siteId }: { membershipId: string; siteId: number },
): Promise<Verdict | null> {
  const holder = await membershipOfId(world, membershipId);
  const country = sites.bySite(siteId)?.country;
  if (country === undefined || holder === null || !hasNameAndBirthday(holder)) return null;
  return askRegister(world, country, holder, "top-up");
}

/** Asks the register before a settlement, but only if money could be credited now, to keep questions few. */
export async function askBeforeCredit(
  world: World,
  sites: Sites,
  uuid: string,
  readings: readonly BankSession[],
): Promise<RegisterAnswer> {
  const { db } = world.database;
  const paid = readings.filter(({ fact }) => fact === "PAID");
  // Readings name the paid sessions every time. No readings at all means that staff decided.
  if (paid.length === 0 && readings.length > 0) return "unasked";
  const payment = await paymentOf(db, uuid);
  if (payment === undefined) return "unasked";
  const sessions = await sessionsOf(db, uuid);
  const isNew = paid.some(({ sessionId }) => !isReceived(sessions, sessionId));
  const isHeld = sessions.some(({ outcome }) => outcome === "held");
  if (sessions.some(({ outcome }) => outcome === "credited") || !(isNew || isHeld)) return "unasked";
  if ((await insertionOf(db, payment.membership_id))?.site_id === payment.site_id) return "unasked";
  const wallet = { membershipId: payment.membership_id, siteId: payment.site_id };
  return (await askAboutHolder(world, sites, wallet)) ?? "silent";
}

function isReceived(sessions: PaymentSession[], id: string): boolean {
  return sessions.some((session) => session.session_id === id && session.received_minor !== null);
}
