import { cardsOf, insertionOf } from "../../loyalty/records.server.ts";
import { giftsOf } from "../../gifts/gifts.server.ts";
import { erasureAfter } from "../../accounts/data/deletion.server.ts";
import { emailChangeAtDesk, type EmailChangeAtDesk } from "../../accounts/email/change.server.ts";
import { maskedEmail } from "../../accounts/email/masked-address.ts";
import { audit } from "../../staff/audit.server.ts";
import { may, type Desk } from "../../staff/operator.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Localized } from "../../platform/schema.ts";
import type { Venue } from "../../venues/venue.ts";
import { moneyAt } from "../../wallet/money-left.server.ts";
import { walletAtDesk, type WalletAtDesk } from "../../wallet/desk-wallets.server.ts";
import type { EnrollmentStatus } from "../../loyalty/enrollment/statuses.ts";
import type { Membership } from "../../loyalty/membership.ts";
import { type PersonHere, personOfRef, NO_ACCOUNT, subjectOf } from "./people.server.ts";

/** The page of one member. Addresses and numbers are masked as far as recognising them allows; nothing on it unlocks anything. */
export type PersonAtDesk = {
  ref: string;
  name: string;
  /** ISO date. */
  birthday: string | null;
  email: string | null;
  phone: string | null;
  account: {
    status: "pending" | "confirmed" | "superseded" | "erased";
    customerId: string;
    createdAt: Date;
    lastSeenAt: Date;
    isDisabled: boolean;
    /** When a deletion requested by the person takes effect; for a disabled account, not before it is enabled again. */
    erasedAt: Date | null;
    /** True if the account would be erased, on request or for inactivity, and money of the person at any casino delays it. */
    isKeptForMoney: boolean;
    /** Since when mails to the address bounce. */
    bouncedAt: Date | null;
    isIdentityVerified: boolean;
  } | null;
  /** A new e-mail address that was requested and not yet agreed to by both sides. */
  emailChange: EmailChangeAtDesk | null;
  enrollment: {
    status: EnrollmentStatus;
    error: string | null;
    checksDone: number;
    changedAt: Date;
    expiresAt: Date | null;
  } | null;
  membership: {
    number: string;
    status: "active" | "disabled";
    homeSiteId: number;
    joinedAt: Date;
    /**
     * True when a register of exclusions lists the person, which freezes the membership. Staff see neither the register nor the
     * reason.
     */
    isResting: boolean;
    cardNumber: string | null;
    isInserted: boolean;
    cards: { number: string; type: string; status: string; issuedAt: Date }[];
  } | null;
  gifts: { label: Localized; status: string; expiresAt: Date | null; ending: string }[];
  money: WalletAtDesk | null;
};

/** Opens a person's page and records in the trail that the operator looked. Null when this venue may not see the person. */
export async function openPerson(world: World, desk: Desk<Venue>, ref: string): Promise<PersonAtDesk | null> {
  const { operator, venue } = desk;
  if (!may(operator, "MEMBERS_READ", venue.projectId)) return null;
  const person = await personOfRef(world, venue, ref);
  if (person === null) return null;
  await inTransaction(world.database, (tx) =>
    audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "member.view",
      subject: subjectOf(person),
      before: null,
      after: null,
    }),
  );
  return { ref, ...(await viewOf(world, desk, person)) };
}

async function viewOf(
  world: World,
  { operator, venue }: Desk<Venue>,
  person: PersonHere,
): Promise<Omit<PersonAtDesk, "ref">> {
  const { account, membership, enrollment } = person;
  const names = account?.lastname == null ? membership : account;
  const isLeaving = (account?.deletion_requested_at ?? account?.inactivity_noticed_at ?? null) !== null;
  const [membershipView, gifts, money, moneyLeft, emailChange] = await Promise.all([
    membership === null ? null : membershipAtDesk(world, membership),
    giftsAtDesk(world, venue, person),
    membership === null ? null : walletAtDesk(world, membership.id, venue.siteId),
    account !== null && isLeaving ? moneyAt(world, account.id) : [],
    account === null
      ? null
      : emailChangeAtDesk(world, { operator, mayAct: may(operator, "MEMBERS_WRITE", venue.projectId) }, account.id),
  ]);
  return {
    name: [names?.firstname, names?.lastname].filter(Boolean).join(" "),
    birthday: names?.birthday ?? null,
    email: account?.email == null ? null : maskedEmail(account.email),
    phone: maskedPhone(account?.mobile_phone ?? membership?.mobilePhone ?? null),
    account:
      account === null
        ? null
        : {
            status: account.status,
            customerId: account.customer_id,
            createdAt: account.created_at,
            lastSeenAt: account.last_seen_at,
            isDisabled: account.disabled_at !== null,
            erasedAt: account.deletion_requested_at && erasureAfter(account.deletion_requested_at),
            isKeptForMoney: moneyLeft.length > 0,
            bouncedAt: account.email_bounced_at,
            isIdentityVerified: account.identity_verified_at !== null,
          },
    emailChange,
    enrollment:
      enrollment === null
        ? null
        : {
            status: enrollment.status,
            error: enrollment.error,
            checksDone: enrollment.checks_done,
            changedAt: enrollment.changed_at,
            expiresAt: enrollment.expires_at,
          },
    membership: membershipView,
    gifts,
    money,
  };
}

async function membershipAtDesk(world: World, membership: Membership): Promise<PersonAtDesk["membership"]> {
  const { db } = world.database;
  const [cards, insertion] = await Promise.all([cardsOf(db, membership.id), insertionOf(db, membership.id)]);
  return {
    number: membership.id,
    status: membership.status,
    homeSiteId: membership.homeSiteId,
    joinedAt: membership.joinedAt,
    isResting: membership.excludedSince !== null,
    cardNumber: membership.cardNumber,
    isInserted: insertion !== null,
    cards: cards.map((card) => ({
      number: card.card_number,
      type: card.type,
      status: card.status,
      issuedAt: card.issued_at,
    })),
  };
}

/** Gifts as the member sees them here. Only the end of each code, because the whole code is worth the gift. */
async function giftsAtDesk(
  world: World,
  venue: Venue,
  { account, membership }: PersonHere,
): Promise<PersonAtDesk["gifts"]> {
  if (account === null && membership === null) return [];
  const holder = { accountId: account?.id ?? NO_ACCOUNT, playersPlusId: membership?.id ?? null };
  const lists = await Promise.all([
    giftsOf(world, venue, holder, "available"),
    giftsOf(world, venue, holder, "burned"),
  ]);
  return lists.flat().map((gift) => ({
    label: gift.label,
    status: gift.status,
    expiresAt: gift.expires_at ?? gift.offer_expires_at,
    ending: gift.code.slice(-4),
  }));
}

/** '+33 ••• 42' */
function maskedPhone(phone: string | null): string | null {
  return phone === null ? null : `${phone.slice(0, 3)} ••• ${phone.slice(-2)}`;
}
