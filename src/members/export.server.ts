import { strToU8, zipSync, type Zippable } from "fflate";
import { exportLoyalty } from "../loyalty/export-loyalty.server.ts";
import { hit } from "../platform/limits.server.ts";
import type { World } from "../platform/world.ts";
import type { Refused } from "./contract.ts";
import type { Member } from "./member.ts";

const EXPORTS = [{ limit: 10, seconds: 86_400 }];

const EXTENSIONS = { "image/webp": "webp", "image/jpeg": "jpg" } as const;

/**
 * Everything that the house keeps about a member, for the member (GDPR 15 and 20, G78): a zip with one JSON file for each kind of
 * record, and the picture as it is. No secret is in it: a hash or a token would open something, and says nothing of the person.
 */
export async function exportAccount(world: World, member: Member): Promise<{ ok: Uint8Array<ArrayBuffer> } | Refused> {
  const counted = await hit(world, world.database.db, ["export", member.accountId], EXPORTS);
  if (!counted.isAllowed)
    return { refusal: { status: 429, error: "members_too_many", retryAfterSeconds: counted.retryAfterSeconds } };
  const [records, avatar] = await Promise.all([recordsOf(world, member), avatarOf(world, member.accountId)]);
  const files: Zippable = Object.fromEntries(
    Object.entries(records).map(([name, record]) => [`${name}.json`, strToU8(`${JSON.stringify(record, null, 2)}\n`)]),
  );
  if (avatar !== undefined) files[`avatar.${EXTENSIONS[avatar.mime]}`] = [avatar.body, { level: 0 }];
  return { ok: zipSync(files, { mtime: world.now() }) };
}

/** What becomes a file each. */
async function recordsOf(world: World, member: Member) {
  const { db } = world.database;
  const { accountId } = member;
  const loyalty = await exportLoyalty(world, member);
  const [account, consents, sessions, browsers, providers, codes, mails] = await Promise.all([
    accountRow(world, accountId),
    db
      .selectFrom("contact_consents")
      .select(["channel", "value", "given_at", "source", "text_version"])
      .where("account_id", "=", accountId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("sessions")
      .select(["kind", "device", "created_at", "last_used_at", "revoked_at"])
      .where("account_id", "=", accountId)
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
      .select(["provider", "subject", "linked_at", "last_used_at"])
      .where("account_id", "=", accountId)
      .orderBy("provider")
      .execute(),
    db
      .selectFrom("otp_codes")
      .select(["purpose", "phone", "created_at", "used_at"])
      .where("account_id", "=", accountId)
      .orderBy("created_at")
      .execute(),
    db
      .selectFrom("mails")
      .select(["kind", "created_at", "sent_at", "refused_at"])
      .where("account_id", "=", accountId)
      .orderBy("created_at")
      .execute(),
  ]);
  return {
    account: { exported_at: world.now(), ...account },
    ...loyalty,
    consents,
    sessions,
    browsers,
    providers,
    codes,
    mails,
  };
}

function avatarOf({ database }: World, accountId: string) {
  return database.db
    .selectFrom("avatars")
    .select(["mime", "body"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

function accountRow({ database }: World, accountId: string) {
  return database.db
    .selectFrom("accounts")
    .select([
      "email",
      "email_confirmed_at",
      "customer_id",
      "civility_id",
      "lastname",
      "firstname",
      "birthday",
      "pseudo",
    ])
    .select(["mobile_phone", "mobile_phone_verified_at", "accepts_email", "accepts_sms", "accepts_letter"])
    .select([
      "optin_refused_at",
      "terms_version",
      "wallet_key",
      "playersplus_id",
      "locale",
      "created_at",
      "last_seen_at",
    ])
    .where("id", "=", accountId)
    .executeTakeFirst();
}
