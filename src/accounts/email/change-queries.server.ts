import type { Insertable, Selectable } from "kysely";
import type { EmailChangesTable } from "../../../db/tables.ts";
import type { Db, Transaction } from "../../platform/database/database.server.ts";

export type EmailChange = Selectable<EmailChangesTable>;
export type ChangingAccount = NonNullable<Awaited<ReturnType<typeof lockChangingAccount>>>;

/** Locks the account of a change. It is locked before any row of the change, so that requests, answers and endings run one by one. */
export function lockChangingAccount(tx: Transaction, accountId: string) {
  return tx
    .selectFrom("accounts")
    .select([
      "id",
      "status",
      "email",
      "firstname",
      "locale",
      "password_hash",
      "playersplus_id",
      "disabled_at",
      "deletion_requested_at",
    ])
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** True for a confirmed account that is neither disabled nor leaving. The previous release may leave a change of another one open. */
export function mayChange({ status, disabled_at: disabled, deletion_requested_at: leaving }: ChangingAccount): boolean {
  return status === "confirmed" && disabled === null && leaving === null;
}

/** The change of an account that can still be answered. */
export function openChange(db: Db, accountId: string, now: Date): Promise<EmailChange | undefined> {
  return db
    .selectFrom("email_changes")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Every operator who ever asked for this same change, also in earlier attempts. */
export function askersOf(db: Db, { account_id: accountId, new_email: email }: EmailChange) {
  return db
    .selectFrom("email_changes")
    .select(["asked_by", "asked_session", "asked_issuers"])
    .where("account_id", "=", accountId)
    .where("new_email", "=", email)
    .execute();
}

export async function insertChange(tx: Transaction, change: Insertable<EmailChangesTable>): Promise<void> {
  await tx.insertInto("email_changes").values(change).execute();
}

type Agreement = Partial<Pick<EmailChange, "new_agreed_at" | "old_agreed_at" | "vouched_by" | "vouched_session">>;

export function noteAgreement(tx: Transaction, id: string, agreement: Agreement): Promise<EmailChange> {
  return tx.updateTable("email_changes").set(agreement).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** Ends the open change of an account, expired or not. Returns its id. */
export async function endOpenChange(
  tx: Transaction,
  accountId: string,
  end: { ended_at: Date; outcome: NonNullable<EmailChange["outcome"]> },
): Promise<string | null> {
  const ended = await tx
    .updateTable("email_changes")
    .set(end)
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return ended?.id ?? null;
}

/** Sets the new address and removes the password, because its salt belongs to the old address (decision 0009). */
export async function setAddress(tx: Transaction, accountId: string, email: string, at: Date): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ email, email_confirmed_at: at, email_bounced_at: null, password_hash: null, password_changed_at: at })
    .where("id", "=", accountId)
    .execute();
}
