import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import type { Refused } from "../contract.ts";
import { endEmailChange } from "../email/change-end.server.ts";
import { mailHouse, type MailFrame, type MailHouse } from "../outbox/account-mails.server.ts";
import { deletionMail } from "../outbox/profile-mails.server.ts";
import type { Member } from "../member.ts";
import { voidTokens } from "../password/one-time-tokens.server.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { revokeSessions } from "../sessions/sessions.server.ts";
import type { Visit } from "../visit.server.ts";

const GRACE_MS = 30 * 86_400_000;

/**
 * Deletes the member's account (DELETE /users/me, G78): every session ends at once, the account is erased thirty days later
 * (daily-work.server.ts), and a log-in before that restores it. Gives the day of the erasure.
 */
export async function requestDeletion(
  world: World,
  visit: Visit,
  member: Member,
): Promise<{ ok: { erasedAt: Date } } | Refused> {
  const { locale, venue } = visit;
  const house = await mailHouse(world, venue);
  const erasedAt = await inTransaction(world.database, (tx) =>
    markForDeletion(world, tx, member.accountId, { house, locale }),
  );
  return { ok: { erasedAt } };
}

/** The same in the caller's transaction, whoever asked for it. A second request changes nothing of the first. */
export async function markForDeletion(
  world: World,
  tx: Transaction,
  accountId: string,
  { house, locale }: Pick<MailFrame, "house" | "locale">,
): Promise<Date> {
  const now = world.now();
  const account = await lockLeaving(tx, accountId);
  await revokeSessions(world, tx, [accountId]);
  await voidTokens(world, tx, [accountId]);
  await endEmailChange(world, tx, accountId, "left");
  if (account === undefined) return erasureAfter(now);
  if (account.deletion_requested_at !== null) return erasureAfter(account.deletion_requested_at);
  return beginGrace(world, tx, account, { house, locale });
}

/**
 * The thirty days of a deletion that was asked for begin anew, in the caller's transaction, and a mail says until when: whom staff take
 * back in could not log in meanwhile to think better of it. An account that asked for nothing stays as it is.
 */
export async function renewGrace(world: World, tx: Transaction, accountId: string, house: MailHouse): Promise<void> {
  const account = await lockLeaving(tx, accountId);
  if (account?.deletion_requested_at == null) return;
  await beginGrace(world, tx, account, { house, locale: account.locale });
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
  { house, locale }: Pick<MailFrame, "house" | "locale">,
): Promise<Date> {
  const now = world.now();
  const erasedAt = erasureAfter(now);
  await tx.updateTable("accounts").set({ deletion_requested_at: now }).where("id", "=", account.id).execute();
  // A pending account's address is nobody's yet: nothing is written to it.
  if (account.status === "confirmed" && account.email !== null) {
    const mail = deletionMail({ house, locale, firstname: account.firstname, to: account.email }, erasedAt);
    await queueMail(world, tx, { id: world.uuid(), kind: "deletion", accountId: account.id, mail });
  }
  return erasedAt;
}

export function erasureAfter(since: Date): Date {
  return new Date(since.getTime() + GRACE_MS);
}

/** Requests made at or before this instant have had their thirty days. */
export function graceOver(now: Date): Date {
  return new Date(now.getTime() - GRACE_MS);
}

export type VenueOf = (projectId: number | null) => Venue | null;
