import type { Member } from "../accounts/member.ts";
import type { World } from "../platform/world.ts";
import { money } from "../venues/language/numbers.ts";
import { venueOrigin } from "../venues/addresses/origins.server.ts";
import { receptionContact, type ReceptionContact } from "../venues/reception-contact.server.ts";
import { venueCards } from "../pictures/venue-cards.server.ts";
import { venueOfReturn } from "./payments/return-from-bank.server.ts";
import { pendingOf, type Payment } from "./payments/queries.server.ts";
import { attemptsLeft } from "./pin/pin.server.ts";
import { insertionOf } from "../loyalty/records.server.ts";
import { isOpen, isPolled, statusMessage } from "./payments/state.ts";
import { isCashlessShown, type WalletPlace } from "./wallets-summary.server.ts";
import { walletsOf } from "./wallets.server.ts";

/** popup=Cashless before the PIN is given; it remains part of the popup afterwards. */
export type CashlessView = {
  siteId: number;
  /** 'Casino de Port-Sérac' */
  title: string;
  /** The only genuine origin that asks for the PIN, shown against phishing. */
  origin: string;
  /** The member's e-mail address, for password managers. */
  email: string;
  /** "inserted": the card is in a machine of the venue, which locks the view (3002). */
  lock: "pin" | "blocked" | "inserted";
  attemptsLeft: number;
  /** Where and when reception can reset a blocked PIN; null unless it is blocked. */
  reception: ReceptionContact | null;
  /** An open or recent payment, shown in place of the top-up form. */
  payment: PaymentView | null;
  /** Open payments of the member's other wallets. */
  elsewhere: { payment: PaymentView; siteId: number; title: string }[];
};

/** A payment's status block. */
export type PaymentView = {
  uuid: string;
  message: ReturnType<typeof statusMessage>;
  amount: string;
  /** In cents. */
  amountMinor: number;
  /**
   * The bank's page with its host, while the payer is expected there. The host is shown before the link is opened,
   * against phishing.
   */
  link: string | null;
  bankHost: string | null;
  /** A code of the message catalogue. */
  error: string | null;
  isPolled: boolean;
  /** The status as polls compare it. */
  told: string;
  /** The payment has a final result and can be dismissed. */
  isDecided: boolean;
  /** The bank has not answered the order yet. The payment has no link, and the member may cancel it. */
  isUnanswered: boolean;
  /** The payer has just come back from the bank. */
  hasReturned: boolean;
};

/**
 * The view of popup=Cashless. Its wallet is the one asked for, else that of the payment the member comes back from,
 * else that of a payment that is open or not yet dismissed. Null if none is selected or the site shows no wallets; the
 * Menu is shown then.
 */
export async function cashlessView(
  world: World,
  place: WalletPlace,
  member: Member,
  query: URLSearchParams,
): Promise<CashlessView | null> {
  const { venue, locale, sites } = place;
  if (!isCashlessShown(world, venue) || member.playersPlusId === null) return null;
  const found = await walletsOf(world, sites, member);
  const open = "ok" in found ? found.ok.map(({ siteId }) => siteId) : [];
  const pending = open.length === 0 ? [] : await pendingOf(world.database.db, member.accountId);
  const session = query.get("session_id");
  const returned = await venueOfReturn(world, sites, session);
  const asked = [Number(query.get("site")), returned?.siteId, pending[0]?.site_id];
  const siteId = asked.find((one) => one !== undefined && open.includes(one));
  if (siteId === undefined) return null;
  const newest = newestBySite(pending);
  const own = newest.find((payment) => payment.site_id === siteId);
  const others = newest.filter((payment) => payment !== own && isPolled(payment));
  const venues = [siteId, ...others.map((payment) => payment.site_id)].flatMap((site) => sites.bySite(site) ?? []);
  const cards = await venueCards(world, venues, locale);
  const titleOf = (site: number) => cards.get(site)?.title ?? "";
  const viewOf = (payment: Payment) =>
    paymentView(payment, locale, { hasReturned: session !== null && payment.site_id === siteId });
  return {
    siteId,
    title: titleOf(siteId),
    origin: venueOrigin(world, venue),
    email: member.email,
    ...(await lockOf(world, place, member.playersPlusId, siteId)),
    payment: own === undefined ? null : viewOf(own),
    elsewhere: others.map((payment) => ({
      payment: viewOf(payment),
      siteId: payment.site_id,
      title: titleOf(payment.site_id),
    })),
  };
}

async function lockOf(
  world: World,
  { venue, locale, sites }: WalletPlace,
  membershipId: string,
  siteId: number,
): Promise<Pick<CashlessView, "lock" | "attemptsLeft" | "reception">> {
  const left = await attemptsLeft(world, membershipId);
  const insertion = await insertionOf(world.database.db, membershipId);
  if (insertion?.site_id === siteId) return { lock: "inserted", attemptsLeft: left, reception: null };
  if (left > 0) return { lock: "pin", attemptsLeft: left, reception: null };
  return {
    lock: "blocked",
    attemptsLeft: left,
    reception: await receptionContact(world, sites.bySite(siteId) ?? venue, locale),
  };
}

/** The newest payment of each wallet. */
function newestBySite(pending: Payment[]): Payment[] {
  return [...Map.groupBy(pending, (payment) => payment.site_id).values()].flatMap(([newest]) => newest ?? []);
}

function paymentView(
  payment: Payment,
  locale: WalletPlace["locale"],
  { hasReturned }: { hasReturned: boolean },
): PaymentView {
  const { uuid, amount_minor: amountMinor, status, transaction_status: transactionStatus, error } = payment;
  const link = isOpen(status) ? payment.link : null;
  return {
    uuid,
    message: statusMessage(payment, { hasLink: link !== null, hasReturned }),
    amount: money(amountMinor, "EUR", locale),
    amountMinor: Number(amountMinor),
    link,
    bankHost: link === null ? null : new URL(link).host,
    error,
    isPolled: isPolled(payment),
    told: [status, transactionStatus, error ?? ""].join(" "),
    isDecided: transactionStatus !== "PENDING",
    isUnanswered: status === "INIT" && link === null,
    hasReturned,
  };
}
