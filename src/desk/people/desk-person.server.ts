import { labelLines } from "../../gifts/gift.ts";
import type { DeskOption } from "../../ui/desk/parts.tsx";
import type { DeskRequest } from "../../venues/desk/request.server.ts";
import { deskLastMinute, deskOptions, deskState } from "../../venues/desk/words.server.ts";
import { m } from "../../messages/messages.js";
import { grouped } from "../../ui/figures/grouped.ts";
import { DISABLE_REASONS } from "./actions.server.ts";
import { type Clock, dayText, momentAt } from "../../venues/language/dates.ts";
import { money } from "../../venues/language/numbers.ts";
import type { PersonAtDesk } from "./person-at-desk.server.ts";

export type PersonView = ReturnType<typeof personView>;

/** What this venue knows of a person, in words, and what this operator may do. */
export function personView(request: DeskRequest, person: PersonAtDesk) {
  const { clock } = request;
  const { account, membership, emailChange, birthday, email, phone } = person;
  const isOut = account?.isDisabled === true || membership?.status === "disabled";
  return {
    isOut,
    birthday: birthday && dayText(birthday, clock.locale, "date"),
    email,
    phone,
    customer: account && account.customerId,
    account: account && accountView(account, clock),
    emailChange: emailChange && emailChangeView(emailChange, clock),
    enrollment: person.enrollment && enrollmentView(person.enrollment, clock),
    membership: membership && membershipView(membership, homeName(request, membership.homeSiteId), clock),
    gifts: person.gifts.map((gift) => giftView(gift, clock)),
    money: person.money && moneyView(person.money, clock),
    acts: request.can("MEMBERS_WRITE") ? actsView(request, person, isOut) : null,
  };
}

function homeName({ venues }: DeskRequest, siteId: number): string | null {
  return venues.find((venue) => venue.siteId === siteId)?.name ?? null;
}

function accountView(account: NonNullable<PersonAtDesk["account"]>, clock: Clock) {
  const { isDisabled, bouncedAt } = account;
  return {
    state: deskState("account_state", isDisabled ? "disabled" : account.status),
    since: momentAt(account.createdAt, clock, "short"),
    seen: momentAt(account.lastSeenAt, clock, "short"),
    identity: account.isIdentityVerified ? m.deskpeople_identity_yes() : m.deskpeople_identity_no(),
    bounced: bouncedAt && m.deskpeople_bounced_since({ time: momentAt(bouncedAt, clock, "short") }),
    leaving: leavingWords(account, clock),
  };
}

function leavingWords(account: NonNullable<PersonAtDesk["account"]>, clock: Clock): string | null {
  const { erasedAt, isDisabled, isKeptForMoney } = account;
  if (isKeptForMoney && !isDisabled) return m.deskpeople_leaving_money();
  if (erasedAt === null) return null;
  return isDisabled
    ? m.deskpeople_leaving_rests()
    : m.deskpeople_leaving_on({ time: momentAt(erasedAt, clock, "short") });
}

function emailChangeView(change: NonNullable<PersonAtDesk["emailChange"]>, clock: Clock) {
  const { address, askedBy, isNewAgreed, isOldAgreed, vouchedBy, isOwn, mayVouch } = change;
  return {
    address,
    asked: m.deskpeople_asked({ name: askedBy, time: momentAt(change.askedAt, clock, "short") }),
    until: momentAt(change.expiresAt, clock, "short"),
    isNewAgreed,
    isOldAgreed,
    vouchedBy,
    isOwn,
    mayVouch,
  };
}

function enrollmentView(enrollment: NonNullable<PersonAtDesk["enrollment"]>, clock: Clock) {
  const { status, error, checksDone, changedAt, expiresAt } = enrollment;
  return {
    state: deskState("enrollment", status),
    error: error === null ? null : deskState("error", error),
    checksDone: String(checksDone),
    since: momentAt(changedAt, clock, "short"),
    until: expiresAt && momentAt(expiresAt, clock, "short"),
  };
}

function membershipView(membership: NonNullable<PersonAtDesk["membership"]>, home: string | null, clock: Clock) {
  const { number, status, joinedAt, isResting, isInserted, cards } = membership;
  return {
    number,
    state: deskState("membership_state", status),
    home,
    since: momentAt(joinedAt, clock, "short"),
    isResting,
    isInserted,
    cards: cards.toReversed().map((card) => ({
      number: grouped(card.number),
      facts: `${deskState("card_type", card.type)}, ${momentAt(card.issuedAt, clock, "short")}`,
      state: deskState("card_state", status === "disabled" ? "blocked" : card.status),
    })),
  };
}

function giftView({ label, status, expiresAt, ending }: PersonAtDesk["gifts"][number], clock: Clock) {
  return {
    ending,
    label: labelLines(label[clock.locale]).join(" "),
    until: expiresAt && m.deskpeople_gift_until({ time: deskLastMinute(expiresAt, clock) }),
    state: deskState("gift_state", status),
  };
}

function moneyView({ wallet, pin }: NonNullable<PersonAtDesk["money"]>, { locale }: Clock) {
  if (wallet === null && pin === null) return { hasWallet: false } as const;
  return {
    hasWallet: true,
    state: wallet && deskState("wallet_state", wallet.status),
    balance: wallet && money(wallet.balanceMinor, "EUR", locale),
    limit: wallet && money(wallet.limitMinor, "EUR", locale),
    pin: pin && deskState("pin", String(pin.attemptsLeft)),
  } as const;
}

/** What staff may do for a person now. `homes` and `reasons` are null when there is nothing to choose. */
function actsView({ venues }: DeskRequest, { account, membership, money }: PersonAtDesk, isOut: boolean) {
  const homes: DeskOption[] = venues
    .filter(({ isVisible, siteId }) => isVisible && siteId !== membership?.homeSiteId)
    .map(({ siteId, name }) => ({ value: String(siteId), label: name }));
  return {
    mayResend: account?.status === "pending" && !isOut,
    mayResetPin: money?.pin != null,
    /** The card that may be replaced. The form names it, so that a form sent twice replaces it once. */
    card: membership?.cardNumber ?? null,
    mayChangeEmail: account?.status === "confirmed" && !isOut && account.erasedAt === null,
    homes: membership === null || isOut ? null : homes,
    reasons: isOut ? null : deskOptions("reason", DISABLE_REASONS),
  };
}
