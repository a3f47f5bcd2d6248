import { exportMembership } from "../loyalty/export-membership.server.ts";
import { hit } from "../platform/limits.server.ts";
import type { World } from "../platform/world.ts";
import type { Refused } from "./contract.ts";
import type { Member } from "./member.ts";

const EXPORTS = [{ limit: 10, seconds: 86_400 }];

/**
 * Everything that the house keeps about a member, for the member (GDPR 15 and 20, G78): the account, the history of consents, devices,
 * linked providers, the mails that were sent, and the picture. No secret is in it.
 */
export async function exportAccount(world: World, member: Member): Promise<{ ok: object } | Refused> {
  const { db } = world.database;
  const { accountId } = member;
  const counted = await hit(world, db, ["export", accountId], EXPORTS);
  if (!counted.isAllowed)
    return { refusal: { status: 429, error: "members_too_many", retryAfterSeconds: counted.retryAfterSeconds } };
  const [account, avatar, ...lists] = await Promise.all([
    accountRow(world, accountId),
    db
      .selectFrom("avatars")
      .select(["mime", "body", "updated_at"])
      .where("account_id", "=", accountId)
      .executeTakeFirst(),
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
      .selectFrom("social_identities")
      .select(["provider", "subject", "linked_at", "last_used_at"])
      .where("account_id", "=", accountId)
      .orderBy("provider")
      .execute(),
    db
      .selectFrom("mails")
      .select(["kind", "created_at", "sent_at"])
      .where("account_id", "=", accountId)
      .orderBy("created_at")
      .execute(),
  ]);
  const [consents, sessions, providers, mails] = lists;
  const membership = await exportMembership(world, member);
  const picture = avatar && { ...avatar, body: Buffer.from(avatar.body).toString("base64") };
  return {
    ok: {
      exported_at: world.now(),
      account,
      avatar: picture ?? null,
      membership,
      consents,
      sessions,
      providers,
      mails,
    },
  };
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
