import type { Db, Transaction } from "../platform/database/database.server.ts";

/** What was sent to an account, without the text of the mails. */
export function mailsTo(db: Db, accountId: string) {
  return db
    .selectFrom("mails")
    .select(["kind", "created_at", "sent_at", "refused_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .execute();
}

/** Deletes an account's mails, those that still wait too. */
export async function forgetMails(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom("mails").where("account_id", "=", accountId).execute();
}
