import { askRegister, isNamed, type Verdict } from "../../loyalty/exclusions.server.ts";
import { membershipOfId } from "../../loyalty/memberships.server.ts";
import type { BankSession } from "../../platform/gateways.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import { paymentOf, sessionsOf, type PaymentSession } from "./queries.server.ts";
import { insertionOf } from "../queries.server.ts";

type Sites = Pick<VenueTable, "bySite">;
/** What a conclusion knows of the register: what it said just now, that it does not answer, or that nobody asked. */
export type RegisterAnswer = Verdict | "silent" | "unasked";

/**
 * Asks the register of the wallet's country about its holder, before money is ordered or credited (G94, G148), outside of any transaction;
 * the verdict is to be kept with what is decided on it. Null where it does not answer: then nothing is ordered, and what has arrived waits.
 */
export async function askAboutHolder(
  world: World,
  sites: Sites,
  { membershipId, siteId }: { membershipId: string; siteId: number },
): Promise<Verdict | null> {
  const holder = await membershipOfId(world, membershipId);
  if (holder === null || !isNamed(holder)) return null;
  return askRegister(world, sites.bySite(siteId)?.country ?? "FR", holder, "top-up");
}

/** The same where a payment is about to be settled, so that most are not asked about: only money that could be credited now is. */
export async function askBeforeCredit(
  world: World,
  sites: Sites,
  uuid: string,
  readings: readonly BankSession[],
): Promise<RegisterAnswer> {
  const { db } = world.database;
  const paid = readings.filter(({ fact }) => fact === "PAID");
  // What the bank says of a payment names its paid sessions every time; without any word of the bank, staff decided something.
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
