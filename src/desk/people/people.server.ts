import { isUuid } from "../../platform/uuid.ts";
import { enrollmentOfAccount, membershipById } from "../../loyalty/records.server.ts";
import { emailAddress } from "../../accounts/contract.ts";
import { trailSubject } from "../../accounts/trail-subject.ts";
import { may, type Desk, type Operator } from "../../staff/operator.ts";
import { chainOf, rootOf } from "../../staff/second-person.ts";
import { hit } from "../../platform/http/counted-limits.server.ts";
import { decrypt, encrypt } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { hasWalletAt } from "../../wallet/desk-wallets.server.ts";
import { e164Of } from "../../loyalty/card-reception.server.ts";
import { isCardNumber, type Membership } from "../../loyalty/membership.ts";
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
const SEARCHES_FROM_ONE_ROOT = [
  { limit: 120, seconds: 600 },
  { limit: 1_200, seconds: 86_400 },
];

type Account = NonNullable<Awaited<ReturnType<typeof accountOfPerson>>>;

/** A person whom this venue may see, with the rows that the actions need. */
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
  const own = await hit(world, db, ["desk search", ...chainOf(operator)], SEARCHES);
  return own.isAllowed && (await hit(world, db, ["desk searches", rootOf(operator)], SEARCHES_FROM_ONE_ROOT)).isAllowed;
}

async function candidates(world: World, venue: Venue, text: string) {
  const { db } = world.database;
  const ofAccounts = (rows: { id: string; playersplus_id: string | null }[]) =>
    rows.map(({ id, playersplus_id: membershipId }) => ({ accountId: id, membershipId }));
  const digits = text.replaceAll(/[\s.-]/g, "");
  if (isCardNumber(digits)) {
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
 * How addresses of the desk name a person: by the account's id, which tells nothing. A membership without an account is encrypted,
 * because its number is personal.
 */
function refOf(world: World, { account, membership }: PersonHere): string {
  if (account !== null) return account.id;
  return Buffer.from(encrypt(world, "desk-person", membership?.id ?? "")).toString("base64url");
}

/** The person named by an address of the desk; null when unknown, or when this venue may not see them. */
export async function personOfRef(world: World, venue: Venue, ref: string): Promise<PersonHere | null> {
  if (isUuid(ref)) return personHere(world, venue, { accountId: ref, membershipId: null });
  const membershipId = /^[\w-]{40,100}$/.test(ref)
    ? decrypt(world, "desk-person", Buffer.from(ref, "base64url"))
    : null;
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
  if (account === null && (membership === null || membership.status === "erased")) return false;
  if (membership?.homeSiteId === venue.siteId || enrollment?.site_id === venue.siteId) return true;
  if (account !== null && account.project_id === venue.projectId) return true;
  if (membership !== null && (await hasWalletAt(world, membership.id, venue.siteId))) return true;
  return membership === null && enrollment === null && account?.project_id === null;
}

/** Stands for "no account" where an id is required. No account has this id. */
export const NO_ACCOUNT = "00000000-0000-0000-0000-000000000000";

/** How the trail names a person: by number, never by name. */
export function subjectOf({ account, membership }: Pick<PersonHere, "account" | "membership">): string {
  return trailSubject({ accountId: account?.id ?? null, membershipId: membership?.id ?? null });
}
