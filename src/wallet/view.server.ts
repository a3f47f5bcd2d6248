import type { Member } from "../accounts/member.ts";
import type { World } from "../platform/world.ts";
import { money } from "../venues/numbers.ts";
import { venueOrigin } from "../venues/origins.server.ts";
import { deskPlace, type DeskPlace } from "../venues/desk-place.server.ts";
import { venueCards } from "../pictures/venue-cards.server.ts";
import { pendingPayments, venueOfReturn, type PendingPayment } from "./payments/pending.server.ts";
import { attemptsLeft } from "./pin/pin.server.ts";
import { isPolled, messageOf, toPoll } from "./payments/polling.ts";
import { insertionOf } from "./queries.server.ts";
import { isCashlessShown, type WalletPlace } from "./wallets-summary.server.ts";
import { walletsOf } from "./wallets.server.ts";

/** popup=Cashless before the PIN, and what stands in it after as well. */
export type CashlessView = {
  siteId: number;
  /** 'Casino de Port-Sérac' */
  title: string;
  /** The only right address of the site that asks for the PIN. */
  origin: string;
  /** Who the PIN belongs to, for managers of passwords. */
  email: string;
  /** "inserted": the card is in a machine of the venue, which closes the view (3002). */
  lock: "pin" | "blocked" | "inserted";
  attemptsLeft: number;
  /** Where and when a blocked PIN is put right; null for every other. */
  desk: DeskPlace | null;
  /** What takes the deposit form's place. */
  payment: PaymentView | null;
  /** Payments of the member's other wallets that are under way. */
  elsewhere: { payment: PaymentView; siteId: number; title: string }[];
};

/** The status block of section 4. */
export type PaymentView = {
  uuid: string;
  message: ReturnType<typeof messageOf>;
  amount: string;
  /** In cents. */
  amountMinor: number;
  /** The bank's page, while the member is awaited there; with its host, which is said before it is opened (T40). */
  link: string | null;
  bankHost: string | null;
  /** A code of ours. */
  error: string | null;
  isPolled: boolean;
  /** What polls told when this was shown. */
  told: string;
  /** It is decided, so that it can be put aside. */
  isDecided: boolean;
  /** The bank has not answered the order yet: it has no page, and may be given up. */
  isUnanswered: boolean;
  /** The address says that its payer has just come back from the bank. */
  hasReturned: boolean;
};

/**
 * The wallet that popup=Cashless is about: the one asked for, that of the payment the member comes back from, else of one that is open or not
 * yet read. Null where none is selected, or where the site speaks of no wallets: then the way leads to the Menu (section 2.7).
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
  const pending = open.length === 0 ? [] : await pendingPayments(world, member);
  const session = query.get("session_id");
  const returned = await venueOfReturn(world, sites, session);
  const asked = [Number(query.get("site")), returned?.siteId, pending[0]?.siteId];
  const siteId = asked.find((one) => one !== undefined && open.includes(one));
  if (siteId === undefined) return null;
  const newest = newestBySite(pending);
  const own = newest.find((payment) => payment.siteId === siteId);
  const others = toPoll(newest).filter((payment) => payment !== own);
  const venues = [siteId, ...others.map((payment) => payment.siteId)].flatMap((site) => sites.bySite(site) ?? []);
  const cards = await venueCards(world, venues, locale);
  const titleOf = (site: number) => cards.get(site)?.title ?? "";
  const viewOf = (payment: PendingPayment) =>
    paymentView(payment, locale, { hasReturned: session !== null && payment.siteId === siteId });
  return {
    siteId,
    title: titleOf(siteId),
    origin: venueOrigin(world, venue),
    email: member.email,
    ...(await lockOf(world, place, member.playersPlusId, siteId)),
    payment: own === undefined ? null : viewOf(own),
    elsewhere: others.map((payment) => ({
      payment: viewOf(payment),
      siteId: payment.siteId,
      title: titleOf(payment.siteId),
    })),
  };
}

async function lockOf(
  world: World,
  { venue, locale, sites }: WalletPlace,
  membershipId: string,
  siteId: number,
): Promise<Pick<CashlessView, "lock" | "attemptsLeft" | "desk">> {
  const left = await attemptsLeft(world, membershipId);
  const insertion = await insertionOf(world.database.db, membershipId);
  if (insertion?.site_id === siteId) return { lock: "inserted", attemptsLeft: left, desk: null };
  if (left > 0) return { lock: "pin", attemptsLeft: left, desk: null };
  return { lock: "blocked", attemptsLeft: left, desk: await deskPlace(world, sites.bySite(siteId) ?? venue, locale) };
}

/** One a wallet: what came before it has been read, or is told by it. */
function newestBySite(pending: PendingPayment[]): PendingPayment[] {
  return [...Map.groupBy(pending, ({ siteId }) => siteId).values()].flatMap(([newest]) => newest ?? []);
}

function paymentView(
  payment: PendingPayment,
  locale: WalletPlace["locale"],
  { hasReturned }: { hasReturned: boolean },
): PaymentView {
  const { uuid, amountMinor, status, transactionStatus, link, error } = payment;
  return {
    uuid,
    message: messageOf(payment, { hasLink: link !== null, hasReturned }),
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
