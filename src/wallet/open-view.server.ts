import type { Member } from "../accounts/member.ts";
import { publicOrigin } from "../platform/settings/config.server.ts";
import type { World } from "../platform/world.ts";
import { dayAt, timeAt } from "../venues/language/dates.ts";
import { money, signedMoney } from "../venues/language/numbers.ts";
import { venueOrigin } from "../venues/addresses/origins.server.ts";
import type { Venue } from "../venues/venue.ts";
import { paidInToday } from "../protection/vigilance/movements.server.ts";
import { availableIn, DEPOSIT_DEFAULT_MINOR, isFull, PRESETS_MINOR } from "./amount.ts";
import { DEPOSIT_MIN_MINOR } from "./limits.ts";
import { mayPayIn } from "./payments/deposit.server.ts";
import { paymentReference } from "./payments/payment-names.ts";
import { walletStatement, type WalletLine } from "./statement.server.ts";
import type { WalletPlace } from "./wallets-summary.server.ts";
import { bankOfVenue, type WalletSummary } from "./wallets.server.ts";

/** What an unlocked wallet shows: balance, top-up form, statement. */
export type OpenView = {
  siteId: number;
  /** In cents, as a plain number: it travels in page data, and a wallet's maximum fits exactly. */
  balanceMinor: number;
  balance: string;
  limit: string;
  /** The amount reserved by open payments, or null if there is none. */
  reserved: string | null;
  /** Paid in during the current gaming day. */
  paidInToday: string;
  deposit: DepositView;
  /** The address that the bank sends the payer back to. */
  returnUrl: string;
  statement: { lines: LineView[]; older: string | null; isFirst: boolean };
};

/**
 * The top-up form, or why there is none: the wallet is full, the phone is not verified, the member may not top up, or
 * no bank is configured.
 */
export type DepositView =
  | { state: "full" | "phone" | "refused" | "off" }
  | {
      state: "open";
      initial: string;
      presets: { value: string; label: string; isPossible: boolean }[];
      /** 'Min: 50€ - Max: {x}€' */
      minimum: string;
      maximum: string;
      availableMinor: number;
      /** The name of the beneficiary that the payer's bank will show. */
      beneficiary: string;
    };

export type LineView = {
  id: string;
  kind: string;
  isoTime: string;
  day: string;
  time: string;
  amount: string;
  isCredit: boolean;
  balance: string;
  reference: string;
};

/** The view for a member who has given the PIN. `before` is a place in the statement and comes from outside. */
export async function openView(
  world: World,
  place: WalletPlace,
  member: Member,
  wallet: WalletSummary,
  before: string | null,
): Promise<OpenView> {
  const { locale, sites } = place;
  const venue = sites.bySite(wallet.siteId) ?? place.venue;
  const membershipId = member.playersPlusId ?? "";
  const { siteId, balanceMinor, limitMinor, reservedMinor } = wallet;
  const statement = await walletStatement(world, { membershipId, siteId }, before);
  return {
    siteId,
    balanceMinor: Number(balanceMinor),
    balance: money(balanceMinor, "EUR", locale),
    limit: money(limitMinor, "EUR", locale),
    reserved: reservedMinor === 0n ? null : money(reservedMinor, "EUR", locale),
    paidInToday: money(await paidInToday(world, venue, membershipId), "EUR", locale),
    deposit: await depositView(world, place, venue, member, availableIn(wallet)),
    returnUrl: returnUrlOf(world, place, venue),
    statement: {
      lines: statement.lines.map((line) => lineView(line, venue, locale)),
      older: statement.older,
      isFirst: before === null,
    },
  };
}

async function depositView(
  world: World,
  place: WalletPlace,
  venue: Venue,
  member: Member,
  availableMinor: bigint,
): Promise<DepositView> {
  const { locale } = place;
  if (bankOfVenue(world, venue) === null) return { state: "off" };
  if (!member.isPhoneValid) return { state: "phone" };
  if (!(await mayPayIn(world, venue, member))) return { state: "refused" };
  if (isFull(availableMinor)) return { state: "full" };
  return {
    state: "open",
    initial: plainAmount(DEPOSIT_DEFAULT_MINOR),
    presets: PRESETS_MINOR.map((minor) => ({
      value: plainAmount(minor),
      label: plainAmount(minor),
      isPossible: minor <= availableMinor,
    })),
    minimum: plainAmount(DEPOSIT_MIN_MINOR),
    maximum: withoutSign(money(availableMinor, "EUR", locale)),
    availableMinor: Number(availableMinor),
    beneficiary: venue.company.beneficiary,
  };
}

/**
 * The address that the bank sends the payer back to. In production it is the group's main host, which redirects to the
 * payment's venue. If the member is logged in at another venue than the payment's, it is that venue, because the
 * session cookie belongs to it.
 */
function returnUrlOf(world: World, place: WalletPlace, venue: Venue): string {
  const isOwn = venue.siteId === place.venue.siteId;
  const origin =
    world.config.isProduction && isOwn ? publicOrigin(world.config, "localhost") : venueOrigin(world, place.venue);
  return `${origin}/?popup=Cashless`;
}

function lineView(line: WalletLine, venue: Venue, locale: WalletPlace["locale"]): LineView {
  const clock = { locale, timeZone: venue.policy.timeZone };
  return {
    id: String(line.entryId),
    kind: line.kind,
    isoTime: line.at.toISOString(),
    day: dayAt(line.at, clock, "date"),
    time: timeAt(line.at, clock),
    amount: signedMoney(line.amount, "EUR", locale),
    isCredit: line.amount > 0n,
    balance: money(line.balance, "EUR", locale),
    reference: line.payment === null ? String(line.entryId) : paymentReference(line.payment),
  };
}

/** '50', as in the field and its presets. */
function plainAmount(minor: bigint): string {
  return String(minor / 100n);
}

/** Without the euro sign, which the message adds itself. */
function withoutSign(text: string): string {
  return text.replace(/[\u00a0 ]?€/, "");
}
