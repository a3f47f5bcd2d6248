import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { DAY_MS } from "../../platform/durations.ts";
import type { World } from "../../platform/world.ts";
import type { Refused } from "../contract.ts";
import { endEmailChange } from "../email/change-end.server.ts";
import { FRESH_NEEDED, isFresh } from "../reauthentication/proof.server.ts";
import { mailSender, type MailFrame, type MailSender } from "../../mail/sender.server.ts";
import { deletionMail } from "../mails/profile-mails.server.ts";
import type { Member } from "../member.ts";
import { voidTokens } from "../password/one-time-tokens.server.ts";
import { queueMail } from "../../mail/outbox.server.ts";
import { revokeSessions } from "../sessions/open-sessions.server.ts";
import type { Visit } from "../visit.server.ts";

const GRACE_MS = 30 * DAY_MS;

/**
 * Requests the deletion of the member's account (DELETE /users/me), for which a fresh proof is needed. Every session ends at once, and
 * the account is erased after 30 days (`daily-job.server.ts`), but not before the casinos that hold money of the member have paid it out.
 * A log-in before that restores it. Returns the day of the erasure and the names of those casinos.
 */
export async function requestDeletion(world: World, visit: Visit, member: Member): Promise<{ ok: Marked } | Refused> {
  if (!isFresh(world, member)) return FRESH_NEEDED;
  const { locale, venue } = visit;
  const sender = await mailSender(world, venue);
  return inTransaction(world.database, async (tx) => ({
    ok: await markForDeletion(world, tx, member.accountId, { sender, locale }),
  }));
}

/** When the account is erased, and the casinos that keep it until they have paid out. */
type Marked = { erasedAt: Date; moneyAt: string[] };

/** The same in the caller's transaction, for any requester. A second request does not move the day of the first. */
export async function markForDeletion(
  world: World,
  tx: Transaction,
  accountId: string,
  { sender, locale }: Pick<MailFrame, "sender" | "locale">,
): Promise<Marked> {
  const account = await lockLeaving(tx, accountId);
  await revokeSessions(world, tx, [accountId]);
  await voidTokens(world, tx, [accountId]);
  await endEmailChange(world, tx, accountId, "left");
  if (account !== undefined && account.deletion_requested_at === null)
    return beginGrace(world, tx, account, { sender, locale });
  const moneyAt = await world.hooks.accounts.moneyLeft(tx, accountId);
  return { erasedAt: erasureAfter(account?.deletion_requested_at ?? world.now()), moneyAt };
}

/**
 * Starts the 30 days of a requested deletion anew, in the caller's transaction, and mails the new date. Called when staff enable an
 * account again: while it was disabled its holder could not log in to restore it. Does nothing where no deletion was requested.
 */
export async function renewGrace(world: World, tx: Transaction, accountId: string, sender: MailSender): Promise<void> {
  const account = await lockLeaving(tx, accountId);
  if (account?.deletion_requested_at == null) return;
  await beginGrace(world, tx, account, { sender, locale: account.locale });
}

type Leaving = NonNullable<Awaited<ReturnType<typeof lockLeaving>>>;

function lockLeaving(tx: Transaction, accountId: string) {
  return tx
    .selectFrom("accounts")
    .select(["id", "status", "email", "firstname", "locale", "deletion_requested_at"])
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function beginGrace(
  world: World,
  tx: Transaction,
  account: Leaving,
  { sender, locale }: Pick<MailFrame, "sender" | "locale">,
): Promise<Marked> {
  const now = world.now();
  const erasedAt = erasureAfter(now);
  await tx.updateTable("accounts").set({ deletion_requested_at: now }).where("id", "=", account.id).execute();
  const moneyAt = await world.hooks.accounts.moneyLeft(tx, account.id);
  // Do not write to a pending account: its address is not confirmed.
  if (account.status === "confirmed" && account.email !== null) {
    const mail = deletionMail({ sender, locale, firstname: account.firstname, to: account.email }, erasedAt, moneyAt);
    await queueMail(world, tx, { id: world.uuid(), kind: "deletion", accountId: account.id, mail });
  }
  return { erasedAt, moneyAt };
}

export function erasureAfter(since: Date): Date {
  return new Date(since.getTime() + GRACE_MS);
}

/** The 30 days are over for requests made at or before this instant. */
export function graceCutoff(now: Date): Date {
  return new Date(now.getTime() - GRACE_MS);
}
