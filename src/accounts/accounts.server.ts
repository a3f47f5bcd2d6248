import { GROUP } from "../venues/group.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { ageAt } from "./profile/ages.ts";
import { CHANNELS, type IdentityInput, type Optins, type Problem } from "./contract.ts";

/** The versions of the texts in force. They are stored with each consent, to prove what a person agreed to (GDPR art. 7). */
const TERMS_VERSION = "2026-11";
const OPTIN_TEXT_VERSION = "2026-11";
const AGE_MAX = 120;

export type NewAccount = {
  status: "pending" | "confirmed";
  email: string;
  passwordHash: string | null;
  identity: Omit<IdentityInput, "civility_id"> & { civility_id: IdentityInput["civility_id"] | null };
  optins: Optins;
  venue: Venue | null;
  locale: Locale;
};

/** Problems with a birthday: younger than 18 (21 in Belgium), or older than 120 years. Computed here, never by the client. */
export function ageProblems(world: World, venue: Venue | null, birthday: string): Problem[] {
  const age = ageAt(world.now(), venue?.policy.timeZone ?? GROUP.timeZone, birthday);
  if (age > AGE_MAX) return [{ key: "birthday", message: "members_birthday_invalid" }];
  const minimum = venue?.policy.minimumAge ?? 18;
  if (age >= minimum) return [];
  return [{ key: "birthday", message: minimum === 21 ? "members_age_21" : "members_age_18" }];
}

/** Inserts an account and the history of its first opt-ins, in the caller's transaction. Returns its id. */
export async function createAccount(world: World, tx: Transaction, account: NewAccount): Promise<string> {
  const { identity, venue } = account;
  const id = world.uuid();
  const now = world.now();
  const optins = allowedOptins(venue, account.optins);
  await tx
    .insertInto("accounts")
    .values({
      id,
      status: account.status,
      email: account.email,
      email_confirmed_at: account.status === "confirmed" ? now : null,
      password_hash: account.passwordHash,
      password_changed_at: account.passwordHash === null ? null : now,
      customer_id: customerId(world),
      civility_id: identity.civility_id,
      lastname: identity.lastname,
      lastname_normalised: normalisedName(identity.lastname),
      firstname: identity.firstname,
      firstname_normalised: normalisedName(identity.firstname),
      birthday: identity.birthday,
      accepts_email: optins.CANAL_EMAIL,
      accepts_sms: optins.CANAL_SMS,
      accepts_letter: optins.CANAL_LETTER,
      terms_version: TERMS_VERSION,
      locale: account.locale,
      project_id: venue?.projectId ?? null,
      created_at: now,
      last_seen_at: now,
    })
    .execute();
  await recordConsents(world, tx, id, optins, "registration");
  return id;
}

/** Sets opt-ins and records each one in the history. Channels that are not named stay as they are. */
export async function setConsents(
  world: World,
  tx: Transaction,
  accountId: string,
  changes: Partial<Optins>,
  source: string,
): Promise<void> {
  const columns = {
    ...(changes.CANAL_EMAIL === undefined ? {} : { accepts_email: changes.CANAL_EMAIL }),
    ...(changes.CANAL_SMS === undefined ? {} : { accepts_sms: changes.CANAL_SMS }),
    ...(changes.CANAL_LETTER === undefined ? {} : { accepts_letter: changes.CANAL_LETTER }),
  };
  if (Object.keys(columns).length === 0) return;
  await tx.updateTable("accounts").set(columns).where("id", "=", accountId).execute();
  await recordConsents(world, tx, accountId, changes, source);
}

/** Turns every opt-in off where the law forbids to ask for it, as in Belgium (royal decree of 27/02/2023). */
export function allowedOptins<Given extends Partial<Optins>>(venue: Venue | null, given: Given): Given {
  if (venue === null || venue.policy.mayAskMarketing) return given;
  return Object.fromEntries(Object.keys(given).map((channel) => [channel, false])) as Given;
}

async function recordConsents(
  world: World,
  tx: Transaction,
  accountId: string,
  optins: Partial<Optins>,
  source: string,
): Promise<void> {
  const rows = CHANNELS.flatMap((channel) => {
    const value = optins[channel];
    const row = { account_id: accountId, channel, given_at: world.now(), source, text_version: OPTIN_TEXT_VERSION };
    return value === undefined ? [] : [{ ...row, value }];
  });
  await tx.insertInto("contact_consents").values(rows).execute();
}

/** A name in the form in which it is compared with documents and registers: capitals without accents, single spaces. */
export function normalisedName(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}]+/gu, " ")
    .trim()
    .toUpperCase();
}

/** A random number of twelve digits, made at registration. Customer service asks for it. */
function customerId(world: World): string {
  const chance = new DataView(Uint8Array.from(world.random(8)).buffer).getBigUint64(0);
  return String(100_000_000_000n + (chance % 900_000_000_000n));
}
