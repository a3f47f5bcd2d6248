import { z } from "zod";
import type { Transaction } from "../../platform/database/database.server.ts";
import { SOCIAL_PROVIDERS, type SocialIdentity, type SocialProvider } from "../../platform/gateways/social.ts";
import { decrypt, encrypt } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";

/**
 * The person whom a provider has just identified, and its refresh token where it gave one. `asked` is set while a mail waits for an
 * answer because the provider had not verified the address: then only the mailbox vouches for it.
 */
export type ProviderLogIn = { identity: SocialIdentity; refreshToken: string | null; asked: AskedLogIn | null };

/** When and with what device ('Firefox, Windows', or nothing) a log-in by a provider was tried. */
export type AskedLogIn = {
  at: Date;
  device: string;
  /** The hash of the browser's cookie, in base64url; null for a caller of the API without one. */
  browser: string | null;
};

const proven = z.object({
  identity: z.object({
    provider: z.enum(SOCIAL_PROVIDERS),
    subject: z.string(),
    email: z.string().nullable(),
    isEmailVerified: z.boolean(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    birthday: z.string().nullable(),
  }),
  refreshToken: z.string().nullable(),
  asked: z.object({ at: z.coerce.date(), device: z.string(), browser: z.string().nullable() }).nullable().default(null),
});

/** Encrypted for a token's row while a form is filled in, so that no address and no page carries it. */
export function encryptProviderLogIn(world: World, what: ProviderLogIn): Uint8Array {
  return encrypt(world, "social-identity", JSON.stringify(what));
}

export function decryptProviderLogIn(world: World, encrypted: Uint8Array | null): ProviderLogIn | null {
  const text = encrypted === null ? null : decrypt(world, "social-identity", encrypted);
  return text === null ? null : proven.parse(JSON.parse(text));
}

/** The account linked to a provider's subject, whatever its status. */
export function accountOfIdentity(world: World, { provider, subject }: SocialIdentity) {
  return world.database.db
    .selectFrom("social_identities")
    .innerJoin("accounts", "accounts.id", "social_identities.account_id")
    .select(["accounts.id", "accounts.status", "accounts.disabled_at"])
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/** Links a subject to an account, in the caller's transaction. Returns false where another account has the subject. */
export async function linkIdentity(
  world: World,
  tx: Transaction,
  accountId: string,
  { identity: { provider, subject, isEmailVerified }, refreshToken, asked }: ProviderLogIn,
): Promise<boolean> {
  const now = world.now();
  const isVouched = isEmailVerified && asked === null;
  const encrypted = refreshToken === null ? null : encrypt(world, "provider-token", refreshToken);
  // One link a provider: a second Google account replaces the first.
  await tx
    .deleteFrom("social_identities")
    .where("account_id", "=", accountId)
    .where("provider", "=", provider)
    .where("subject", "!=", subject)
    .execute();
  const linked = await tx
    .insertInto("social_identities")
    .values({
      provider,
      subject,
      account_id: accountId,
      sealed_refresh_token: encrypted,
      linked_at: now,
      last_used_at: now,
      is_address_vouched: isVouched,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["provider", "subject"])
        .doUpdateSet({ last_used_at: now, ...(encrypted === null ? {} : { sealed_refresh_token: encrypted }) })
        .where("social_identities.account_id", "=", accountId),
    )
    .executeTakeFirst();
  return (linked.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Records a log-in by a linked subject. Returns false where the link has ended meanwhile. */
export async function renewIdentity(
  world: World,
  tx: Transaction,
  accountId: string,
  { identity: { provider, subject }, refreshToken }: ProviderLogIn,
): Promise<boolean> {
  const encrypted =
    refreshToken === null ? {} : { sealed_refresh_token: encrypt(world, "provider-token", refreshToken) };
  const renewed = await tx
    .updateTable("social_identities")
    .set({ last_used_at: world.now(), ...encrypted })
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/** Removes the social log-ins of an account whose provider had not verified its address, in the caller's transaction. Returns their providers. */
export async function endUnvouchedIdentities(tx: Transaction, accountId: string): Promise<SocialProvider[]> {
  const ended = await tx
    .deleteFrom("social_identities")
    .where("account_id", "=", accountId)
    .where("is_address_vouched", "=", false)
    .returning("provider")
    .execute();
  return ended.map(({ provider }) => provider);
}

/** Removes all social log-ins of an account, in the caller's transaction. */
export async function endIdentities(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom("social_identities").where("account_id", "=", accountId).execute();
}
