import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { SocialProvider } from "../../platform/gateways/social.ts";
import { decrypt } from "../../platform/cryptography.server.ts";
import { forgetMails } from "../../mail/records.server.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import { mailSender } from "../../mail/sender.server.ts";
import { erasedMail } from "../mails/profile-mails.server.ts";
import { queueMail } from "../../mail/outbox.server.ts";

export const REVOCATION_QUEUE = "members.revocation";
/** About three days, so that a provider which is down for a weekend is still told. */
const ATTEMPTS = { retryLimit: 60, retryDelaySeconds: 30 } as const;

/** The job's data. The provider's refresh token stays encrypted in the queue. */
export type RevocationOrder = { provider: SocialProvider; subject: string; sealedToken: string | null };

/**
 * Erases an account: name, address, number, picture, password, devices and links to providers. What stays is the bare row with its
 * customer number, the number of an ended membership and the history of consents, so that the records which the law keeps for five
 * years name nobody. `mayErase` checks again, under the row's lock, that the erasure is still due. Returns false where it is not,
 * where staff disabled the account meanwhile, or while a casino holds money of its member or has a payment of theirs to settle,
 * because that money would have no owner.
 */
export async function eraseAccount(
  world: World,
  venueOf: VenueTable["byProject"],
  accountId: string,
  mayErase: (account: { status: string; deletion_requested_at: Date | null; last_seen_at: Date }) => boolean,
): Promise<boolean> {
  const found = await world.database.db
    .selectFrom("accounts")
    .select(["project_id"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  const sender = await mailSender(world, venueOf(found?.project_id ?? null));
  return inTransaction(world.database, async (tx) => {
    const account = await tx
      .selectFrom("accounts")
      .select(["status", "email", "firstname", "locale", "deletion_requested_at", "last_seen_at"])
      .where("id", "=", accountId)
      .where("status", "!=", "erased")
      .where("disabled_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (account === undefined || !mayErase(account)) return false;
    if ((await world.hooks.accounts.moneyLeft(tx, accountId)).length > 0) return false;
    await orderRevocations(world, tx, accountId);
    await eraseLocked(world, tx, accountId);
    if (account.status === "confirmed" && account.email !== null) {
      const mail = erasedMail({ sender, locale: account.locale, firstname: account.firstname, to: account.email });
      await queueMail(world, tx, { id: world.uuid(), kind: "erased", accountId: null, mail });
    }
    return true;
  });
}

/** Erases an account whose row the transaction has locked, in every room. Providers and the person are not told. */
export async function eraseLocked(world: World, tx: Transaction, accountId: string): Promise<void> {
  await world.hooks.accounts.erasing(world, tx, accountId);
  await forget(world, tx, accountId);
}

async function forget(world: World, tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom("avatars").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("known_browsers").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("social_identities").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("one_time_tokens").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("email_changes").where("account_id", "=", accountId).execute();
  await forgetMails(tx, accountId);
  // One-time codes are deleted with their sessions (cascade).
  await tx.deleteFrom("sessions").where("account_id", "=", accountId).execute();
  await tx
    .updateTable("accounts")
    .set({
      status: "erased",
      erased_at: world.now(),
      email: null,
      email_confirmed_at: null,
      email_bounced_at: null,
      password_hash: null,
      password_changed_at: null,
      civility_id: null,
      lastname: null,
      lastname_normalised: null,
      firstname: null,
      firstname_normalised: null,
      birthday: null,
      identity_verified_at: null,
      pseudo: null,
      pseudo_folded: null,
      mobile_phone: null,
      mobile_phone_verified_at: null,
      accepts_email: false,
      accepts_sms: false,
      accepts_letter: false,
      optin_refused_at: null,
      deletion_requested_at: null,
      inactivity_noticed_at: null,
    })
    .where("id", "=", accountId)
    .execute();
}

async function orderRevocations(world: World, tx: Transaction, accountId: string): Promise<void> {
  const identities = await tx
    .selectFrom("social_identities")
    .select(["provider", "subject", "sealed_refresh_token"])
    .where("account_id", "=", accountId)
    .execute();
  for (const { provider, subject, sealed_refresh_token: encrypted } of identities) {
    const sealedToken = encrypted === null ? null : Buffer.from(encrypted).toString("base64url");
    const order: RevocationOrder = { provider, subject, sealedToken };
    await world.jobs.send(tx, REVOCATION_QUEUE, order, ATTEMPTS);
  }
}

/** The job: revokes our access at the provider. Throws to be retried. Does nothing for a provider that is no longer configured. */
export async function revokeAccess(world: World, { provider, subject, sealedToken }: RevocationOrder): Promise<void> {
  const encrypted = sealedToken === null ? null : Buffer.from(sealedToken, "base64url");
  const refreshToken = encrypted === null ? null : decrypt(world, "provider-token", encrypted);
  await world.gateways.social[provider]?.revoke({ subject, refreshToken });
}
