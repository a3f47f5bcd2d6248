import { strToU8, zipSync, type Zippable } from "fflate";
import { hit } from "../../platform/http/counted-limits.server.ts";
import { mailsTo } from "../../mail/records.server.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import { tooMany, type Refused } from "../contract.ts";
import type { Member } from "../member.ts";

const EXPORTS = [{ limit: 10, seconds: 86_400 }];

const EXTENSIONS = { "image/webp": "webp", "image/jpeg": "jpg" } as const;

/**
 * Everything stored about a member (GDPR art. 15 and 20): a zip with one JSON file for each kind of record, the picture, and the
 * names of the sites that the records number. It leaves out secrets such as hashes, tokens and codes of gifts: they open something
 * and say nothing about the person. `test/accounts/export.test.ts` checks for every table whether it is in here.
 *
 * Which mails were sent, and whether they bounced, is exported only for a confirmed address. Anybody can register a foreign address,
 * and the kind of mail would tell them whether that address has an account.
 */
export async function exportAccount(
  world: World,
  sites: Pick<VenueTable, "all">,
  member: Member,
): Promise<{ ok: Uint8Array<ArrayBuffer> } | Refused> {
  const counted = await hit(world, world.database.db, ["export", member.accountId], EXPORTS);
  if (!counted.isAllowed) return tooMany(counted);
  const [records, avatar] = await Promise.all([recordsOf(world, member), avatarOf(world, member.accountId)]);
  const names = sites.all().map(({ siteId, projectId, name }) => ({ site_id: siteId, project_id: projectId, name }));
  const avatarChanged = { avatar_updated_at: avatar?.updated_at ?? null };
  const told = { ...records, account: { ...records.account, ...avatarChanged }, sites: names };
  const files: Zippable = Object.fromEntries(
    Object.entries(told).map(([name, record]) => [`${name}.json`, strToU8(`${JSON.stringify(record, null, 2)}\n`)]),
  );
  if (avatar !== undefined) files[`avatar.${EXTENSIONS[avatar.mime]}`] = [avatar.body, { level: 0 }];
  return { ok: zipSync(files, { mtime: world.now() }) };
}

/** The stored records about a member, by the name of the file that will hold them. */
async function recordsOf(world: World, member: Member) {
  const others: Record<string, unknown> = {};
  for (const records of world.hooks.accounts.records) Object.assign(others, await records(world, member));
  const [account, logIns, contacts] = await Promise.all([
    accountRow(world, member.accountId),
    logInRecords(world, member),
    contactRecords(world, member),
  ]);
  return { account: { exported_at: world.now(), ...account }, ...others, ...logIns, ...contacts };
}

/** How the member logged in, and from where. */
async function logInRecords({ database: { db } }: World, { accountId, isEmailValid }: Member) {
  const [sessions, links, browsers, providers] = await Promise.all([
    db
      .selectFrom("sessions")
      .select(["kind", "device", "created_at", "last_used_at", "expires_at", "revoked_at", "proved_at"])
      .where("account_id", "=", accountId)
      .orderBy("created_at")
      .execute(),
    db
      .selectFrom("one_time_tokens")
      .select(["purpose", "created_at", "expires_at", "used_at", "voided_at"])
      .where("account_id", "=", accountId)
      .$if(!isEmailValid, (links) => links.limit(0))
      .orderBy("created_at")
      .execute(),
    db
      .selectFrom("known_browsers")
      .select(["first_seen_at", "last_seen_at"])
      .where("account_id", "=", accountId)
      .orderBy("first_seen_at")
      .execute(),
    db
      .selectFrom("social_identities")
      .select(["provider", "subject", "linked_at", "last_used_at", "is_address_vouched"])
      .where("account_id", "=", accountId)
      .orderBy("provider")
      .execute(),
  ]);
  return { sessions, links, browsers, providers };
}

/** What was sent to the member, and what they said about being written to. */
async function contactRecords({ database: { db } }: World, { accountId, isEmailValid }: Member) {
  const [consents, codes, mails, changes] = await Promise.all([
    db
      .selectFrom("contact_consents")
      .select(["channel", "value", "given_at", "source", "text_version"])
      .where("account_id", "=", accountId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("otp_codes")
      .select(["purpose", "phone", "created_at", "expires_at", "used_at", "voided_at", "delivery", "delivery_at"])
      .where("account_id", "=", accountId)
      .orderBy("created_at")
      .execute(),
    isEmailValid ? mailsTo(db, accountId) : [],
    db
      .selectFrom("email_changes")
      .select(["new_email", "project_id", "asked_at", "expires_at", "new_agreed_at", "old_agreed_at"])
      .select(["ended_at", "outcome"])
      .where("account_id", "=", accountId)
      .orderBy("asked_at")
      .execute(),
  ]);
  return { consents, codes, mails, email_changes: changes };
}

function avatarOf({ database }: World, accountId: string) {
  return database.db
    .selectFrom("avatars")
    .select(["mime", "body", "updated_at"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

async function accountRow({ database }: World, accountId: string) {
  const row = await database.db
    .selectFrom("accounts")
    .select(["status", "email", "email_confirmed_at", "email_bounced_at", "password_hash", "password_changed_at"])
    .select(["customer_id", "civility_id", "lastname", "firstname", "birthday", "identity_verified_at", "pseudo"])
    .select(["mobile_phone", "mobile_phone_verified_at", "accepts_email", "accepts_sms", "accepts_letter"])
    .select(["optin_refused_at", "terms_version", "wallet_key", "playersplus_id", "locale", "project_id"])
    .select(["created_at", "last_seen_at", "disabled_at", "deletion_requested_at", "inactivity_noticed_at"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const { password_hash: hash, email_bounced_at: bouncedAt, ...account } = row;
  return {
    ...account,
    email_bounced_at: row.status === "confirmed" ? bouncedAt : null,
    has_password: hash !== null,
  };
}
