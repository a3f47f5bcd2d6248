import type { Member } from "../../accounts/member.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { dismiss, paymentOf, pendingOf, siteOfSession } from "./queries.server.ts";
import { isOpen, type PaymentStatus } from "./state.ts";
import { pendingOfAnswer, type Pending } from "./polling.ts";
import { settle } from "./settle.server.ts";
import type { Sites } from "../wallets.server.ts";

/** A payment as the page shows it (section 3, "Transactions"): until the member has read how it went. */
export type PendingPayment = Pending & {
  uuid: string;
  siteId: number;
  amountMinor: bigint;
  status: PaymentStatus;
  /** As polls tell it. */
  transactionStatus: string;
  link: string | null;
  error: string | null;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SESSION = /^[\w-]{1,100}$/;

/**
 * The member's payments that are under way or whose outcome they have not read, the newest first. They are the server's, so that any device
 * and any venue's host goes on where another stopped (G139).
 */
export async function pendingPayments(world: World, member: Member): Promise<PendingPayment[]> {
  const rows = await pendingOf(world.database.db, member.accountId);
  return rows.map((row) => ({
    ...pendingOfAnswer(row.status, [row.transaction_status]),
    uuid: row.uuid,
    siteId: row.site_id,
    amountMinor: row.amount_minor,
    transactionStatus: row.transaction_status,
    link: isOpen(row.status) ? row.link : null,
    error: row.error,
  }));
}

/**
 * 'Continue' (section 4): the member has read how a payment went, and with it those of the same wallet before it. One that is still under
 * way stays.
 */
export async function dismissPayment(world: World, member: Member, uuid: string): Promise<void> {
  if (!UUID.test(uuid)) return;
  await dismiss(world.database.db, { uuid, accountId: member.accountId, now: world.now() });
}

/**
 * The member gives up an order that the bank never answered: nobody has its page. Should the bank have taken it all the same, money that
 * still came would be credited where it fits. Every other payment stays as it is.
 */
export async function withdrawPayment(world: World, sites: Sites, member: Member, uuid: string): Promise<void> {
  const payment = UUID.test(uuid) ? await paymentOf(world.database.db, uuid) : undefined;
  if (payment?.account_id !== member.accountId || payment.status !== "INIT" || payment.link !== null) return;
  await settle(world, sites, uuid, { readings: null, ours: "WITHDRAWN" });
  await dismissPayment(world, member, uuid);
}

/** The bank's page of a payment of this member's that is under way; null for every other. */
export async function bankPageOf(world: World, member: Member, uuid: string): Promise<string | null> {
  const payment = UUID.test(uuid) ? await paymentOf(world.database.db, uuid) : undefined;
  return payment?.account_id === member.accountId && isOpen(payment.status) ? payment.link : null;
}

/**
 * The venue of the payment that the bank's return names (G139). The name comes from an address: it decides where somebody is led, and
 * nothing else (T4).
 */
export async function venueOfReturn(world: World, sites: Sites, sessionId: string | null): Promise<Venue | undefined> {
  if (sessionId === null || !SESSION.test(sessionId)) return undefined;
  const siteId = await siteOfSession(world.database.db, sessionId);
  return siteId === undefined ? undefined : sites.bySite(siteId);
}
