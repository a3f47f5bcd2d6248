import { cardsOf, enrollmentOfAccount, insertionOf, membershipById } from "../../loyalty/records.server.ts";
import { giftsOf } from "../../gifts/gifts.server.ts";
import { emailAddress } from "../../accounts/contract.ts";
import { erasureAfter } from "../../accounts/data/deletion.server.ts";
import { emailChangeAtDesk, type EmailChangeAtDesk } from "../../accounts/email/change.server.ts";
import { maskedEmail } from "../../accounts/email/masked-address.ts";
import { trailSubject } from "../../accounts/trail-subject.ts";
import { audit } from "../../staff/audit.server.ts";
import { handsOf, may, rootOf, type Desk, type Operator } from "../../staff/operator.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import { hit } from "../../platform/http/limits.server.ts";
import { seal, unseal } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";
import type { Localized } from "../../platform/schema.ts";
import type { Venue } from "../../venues/venue.ts";
import { moneyAt } from "../../wallet/money-left.server.ts";
import { hasWalletAt, walletAtDesk, type WalletAtDesk } from "../../wallet/desk-wallets.server.ts";
import { e164Of } from "../../loyalty/card-reception.server.ts";
import type { EnrollmentStatus } from "../../loyalty/enrollment/graph.ts";
import type { Membership } from "../../loyalty/membership.ts";
import {
  accountOfPerson,
  accountsByEmail,
  accountsByPhone,
  membershipsByDeskPhone,
  ownerOfNumber,
} from "./queries.server.ts";

/** Limits per operator: enough for work at the reception, too few to try numbers. */
const SEARCHES = [
  { limit: 40, seconds: 600 },
  { limit: 400, seconds: 86_400 },
];
/** Limits of all whose tickets come from one person, who could make names without end: enough for a whole reception. */
const SEARCHES_FROM_ONE_HAND = [
  { limit: 120, seconds: 600 },
  { limit: 1_200, seconds: 86_400 },
];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Account = NonNullable<Awaited<ReturnType<typeof accountOfPerson>>>;

/** A person whom this venue may see, with the rows that the acts need. */
export type PersonHere = { account: Account | null; membership: Membership | null; enrollment: EnrollmentHere | null };
type EnrollmentHere = NonNullable<Awaited<ReturnType<typeof enrollmentOfAccount>>>;

export type Searched = { ok: { ref: string } } | { refusal: "forbidden" | "nothing_typed" | "nobody" | "too_many" };

/**
 * Finds a person by a complete card number, e-mail address or mobile number; there is no list and no partial match. An unknown
 * person and one whom this venue may not see get the same answer. Searches are counted per operator and per chain of tickets, because
 * each answer reveals whether somebody is a casino's member.
 */
export async function findPerson(world: World, desk: Desk<Venue>, typed: string): Promise<Searched> {
  const { operator, venue } = desk;
  if (!may(operator, "MEMBERS_READ", venue.projectId)) return { refusal: "forbidden" };
  const text = typed.trim();
  if (text === "") return { refusal: "nothing_typed" };
  if (!(await maySearch(world, operator))) return { refusal: "too_many" };
  for (const ids of await candidates(world, venue, text)) {
    const person = await personHere(world, venue, ids);
    if (person !== null) return { ok: { ref: refOf(world, person) } };
  }
  return { refusal: "nobody" };
}

async function maySearch(world: World, operator: Operator): Promise<boolean> {
  const { db } = world.database;
  const own = await hit(world, db, ["desk search", ...handsOf(operator)], SEARCHES);
  return own.isAllowed && (await hit(world, db, ["desk searches", rootOf(operator)], SEARCHES_FROM_ONE_HAND)).isAllowed;
}

async function candidates(world: World, venue: Venue, text: string) {
  const { db } = world.database;
  const ofAccounts = (rows: { id: string; playersplus_id: string | null }[]) =>
    rows.map(({ id, playersplus_id: membershipId }) => ({ accountId: id, membershipId }));
  const digits = text.replaceAll(/[\s.-]/g, "");
  if (/^[0-9]{16}$/.test(digits)) {
    const owner = await ownerOfNumber(db, digits);
    return owner === null ? [] : [owner];
  }
  const email = emailAddress.safeParse(text);
  if (email.success) return ofAccounts(await accountsByEmail(db, email.data));
  const e164 = text.length > 40 ? null : e164Of(venue, text);
  if (e164 === null) return [];
  const [own, known] = await Promise.all([accountsByPhone(db, e164), membershipsByDeskPhone(db, e164)]);
  return [...ofAccounts(own), ...known.map(({ id }) => ({ accountId: null, membershipId: id }))];
}

/**
 * How addresses of the desk name a person: by the account's id, which tells nothing. A membership without an account is sealed,
 * because its number is personal.
 */
function refOf(world: World, { account, membership }: PersonHere): string {
  if (account !== null) return account.id;
  return Buffer.from(seal(world, "desk-person", membership?.id ?? "")).toString("base64url");
}

/** The person named by an address of the desk; null when unknown, or when this venue may not see them. */
export async function personOfRef(world: World, venue: Venue, ref: string): Promise<PersonHere | null> {
  if (UUID.test(ref)) return personHere(world, venue, { accountId: ref, membershipId: null });
  const membershipId = /^[\w-]{40,100}$/.test(ref) ? unseal(world, "desk-person", Buffer.from(ref, "base64url")) : null;
  return membershipId === null ? null : personHere(world, venue, { accountId: null, membershipId });
}

async function personHere(
  world: World,
  venue: Venue,
  ids: { accountId: string | null; membershipId: string | null },
): Promise<PersonHere | null> {
  const { db } = world.database;
  const account = (await accountOfPerson(db, ids)) ?? null;
  const membershipId = account === null ? ids.membershipId : account.playersplus_id;
  const [membership, enrollment] = await Promise.all([
    membershipId === null ? null : membershipById(db, membershipId),
    account === null ? null : enrollmentOfAccount(db, account.id),
  ]);
  const person = { account, membership, enrollment: enrollment ?? null };
  return (await isKnownHere(world, venue, person)) ? person : null;
}

/**
 * True when this venue may see the person: it is their home casino, they enrolled here, they have a wallet here, or their account
 * was made on its site. Every venue may see a person who registered on the group's site and went no further.
 */
async function isKnownHere(world: World, venue: Venue, person: PersonHere): Promise<boolean> {
  const { account, membership, enrollment } = person;
  if (account === null && membership?.lastname == null) return false;
  if (membership?.homeSiteId === venue.siteId || enrollment?.site_id === venue.siteId) return true;
  if (account !== null && account.project_id === venue.projectId) return true;
  if (membership !== null && (await hasWalletAt(world, membership.id, venue.siteId))) return true;
  return membership === null && enrollment === null && account?.project_id === null;
}

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

/** Stands for "no account" where an id is required. No account has this id. */
export const NO_ACCOUNT = "00000000-0000-0000-0000-000000000000";

/** How the trail names a person: by number, never by name. */
export function subjectOf({ account, membership }: Pick<PersonHere, "account" | "membership">): string {
  return trailSubject({ accountId: account?.id ?? null, membershipId: membership?.id ?? null });
}

/** '+33 ••• 42' */
function maskedPhone(phone: string | null): string | null {
  return phone === null ? null : `${phone.slice(0, 3)} ••• ${phone.slice(-2)}`;
}
