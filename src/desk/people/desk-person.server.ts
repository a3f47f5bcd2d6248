import { erasureAfter } from "../../accounts/data/deletion.server.ts";
import { maskedEmail } from "../../accounts/email/masked-address.ts";
import { labelLines } from "../../gifts/gift.ts";
import type { DeskOption } from "../../ui/desk/parts.tsx";
import type { DeskRequest } from "../../venues/desk/request.server.ts";
import { deskLastMinute, deskOptions, deskState } from "../../venues/desk/words.server.ts";
import { m } from "../../messages/messages.js";
import { grouped } from "../../ui/figures/grouped.ts";
import type { Membership } from "../../loyalty/membership.ts";
import { DISABLE_REASONS } from "./actions.server.ts";
import { type Clock, dayText, momentAt } from "../../venues/language/dates.ts";
import { money } from "../../venues/language/numbers.ts";
import type { PersonAtDesk } from "./person-at-desk.server.ts";

export type PersonView = ReturnType<typeof personView>;

type Account = NonNullable<PersonAtDesk["account"]>;

/**
 * What this venue knows of a person, in words, and what this operator may do. Addresses and numbers are masked as far as recognising
 * them allows; nothing here unlocks anything.
 */
export function personView(request: DeskRequest, person: PersonAtDesk) {
  const { clock } = request;
  const { account, membership, emailChange } = person;
  const names = account?.lastname == null ? membership : account;
  const isOut = account?.disabled_at != null || membership?.status === "disabled";
  return {
    name: [names?.firstname, names?.lastname].filter(Boolean).join(" "),
    isOut,
    birthday: names?.birthday ? dayText(names.birthday, clock.locale, "date") : null,
    email: account?.email == null ? null : maskedEmail(account.email),
    phone: maskedPhone(account?.mobile_phone ?? membership?.mobilePhone ?? null),
    customer: account && account.customer_id,
    account: account && accountView(account, person.isKeptForMoney, clock),
    emailChange: emailChange && emailChangeView(emailChange, clock),
    enrollment: person.enrollment && enrollmentView(person.enrollment, clock),
    membership: membership && membershipView(request, person, membership),
    gifts: person.gifts.map((gift) => giftView(gift, clock)),
    money: person.money && moneyView(person.money, clock),
    actions: request.can("MEMBERS_WRITE") ? actionsView(request, person, isOut) : null,
  };
}

/** '+33 ••• 42' */
function maskedPhone(phone: string | null): string | null {
  return phone === null ? null : `${phone.slice(0, 3)} ••• ${phone.slice(-2)}`;
}

function accountView(account: Account, isKeptForMoney: boolean, clock: Clock) {
  const { disabled_at: disabledAt, email_bounced_at: bouncedAt, identity_verified_at: identityAt } = account;
  return {
    state: deskState("account_state", disabledAt === null ? account.status : "disabled"),
    since: momentAt(account.created_at, clock, "short"),
    seen: momentAt(account.last_seen_at, clock, "short"),
    identity: identityAt === null ? m.deskpeople_identity_no() : m.deskpeople_identity_yes(),
    bounced: bouncedAt && m.deskpeople_bounced_since({ time: momentAt(bouncedAt, clock, "short") }),
    leaving: leavingWords(account, isKeptForMoney, clock),
  };
}

/** The requested deletion of a disabled account does not take effect before it is enabled again. */
function leavingWords(account: Account, isKeptForMoney: boolean, clock: Clock): string | null {
  const { deletion_requested_at: requestedAt, disabled_at: disabledAt } = account;
  if (isKeptForMoney && disabledAt === null) return m.deskpeople_leaving_money();
  if (requestedAt === null) return null;
  if (disabledAt !== null) return m.deskpeople_leaving_rests();
  return m.deskpeople_leaving_on({ time: momentAt(erasureAfter(requestedAt), clock, "short") });
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
  const { status, error, expires_at: expiresAt } = enrollment;
  return {
    state: deskState("enrollment", status),
    error: error === null ? null : deskState("error", error),
    checksDone: String(enrollment.checks_done),
    since: momentAt(enrollment.changed_at, clock, "short"),
    until: expiresAt && momentAt(expiresAt, clock, "short"),
  };
}

function membershipView({ venues, clock }: DeskRequest, { cards, isInserted }: PersonAtDesk, membership: Membership) {
  const { id, status, homeSiteId, joinedAt, excludedSince } = membership;
  return {
    number: id,
    state: deskState("membership_state", status),
    home: venues.find(({ siteId }) => siteId === homeSiteId)?.name ?? null,
    since: momentAt(joinedAt, clock, "short"),
    /** A register of exclusions lists the person. Staff see neither the register nor the reason. */
    isResting: excludedSince !== null,
    isInserted,
    cards: cards.toReversed().map((card) => ({
      number: grouped(card.card_number),
      properties: `${deskState("card_type", card.type)}, ${momentAt(card.issued_at, clock, "short")}`,
      state: deskState("card_state", status === "active" ? card.status : "blocked"),
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
function actionsView({ venues }: DeskRequest, { account, membership, money }: PersonAtDesk, isOut: boolean) {
  const homes: DeskOption[] = venues
    .filter(({ isVisible, siteId }) => isVisible && siteId !== membership?.homeSiteId)
    .map(({ siteId, name }) => ({ value: String(siteId), label: name }));
  return {
    mayResend: account?.status === "pending" && !isOut,
    mayResetPin: money?.pin != null,
    /** The card that may be replaced. The form names it, so that a form sent twice replaces it once. */
    card: membership?.cardNumber ?? null,
    mayChangeEmail: account?.status === "confirmed" && !isOut && account.deletion_requested_at === null,
    homes: membership === null || isOut ? null : homes,
    reasons: isOut ? null : deskOptions("reason", DISABLE_REASONS),
  };
}
