import type { Db, Transaction } from "../../platform/database/database.server.ts";

/** The ids of a person: an account, a membership, or both. */
export type PersonIds = { accountId: string | null; membershipId: string | null };

/** Confirmed accounts of an address first, then pending ones, the newest first. */
export function accountsByEmail(db: Db, email: string) {
  return accounts(db).where("email", "=", email).where("status", "in", ["pending", "confirmed"]).limit(20).execute();
}

export function accountsByPhone(db: Db, phone: string) {
  return accounts(db)
    .where("mobile_phone", "=", phone)
    .where("status", "in", ["pending", "confirmed"])
    .limit(20)
    .execute();
}

export function membershipsByDeskPhone(db: Db, phone: string) {
  return db.selectFrom("memberships").select("id").where("mobile_phone", "=", phone).limit(20).execute();
}

/** The person who has or had a card number, including the number of a pending enrollment. */
export async function ownerOfNumber(db: Db, number: string): Promise<PersonIds | null> {
  const card = await db
    .selectFrom("cards")
    .select("membership_id")
    .where("card_number", "=", number)
    .executeTakeFirst();
  if (card !== undefined) return { accountId: null, membershipId: card.membership_id };
  const waiting = await db
    .selectFrom("enrollments")
    .select("account_id")
    .where("card_id", "=", number)
    .executeTakeFirst();
  return waiting === undefined ? null : { accountId: waiting.account_id, membershipId: null };
}

function accounts(db: Db) {
  return db
    .selectFrom("accounts")
    .select(["id", "status", "playersplus_id"])
    .orderBy("status")
    .orderBy("created_at", "desc");
}

export function accountOfPerson(db: Db, { accountId, membershipId }: PersonIds) {
  return db
    .selectFrom("accounts")
    .select([
      "id",
      "status",
      "email",
      "email_bounced_at",
      "customer_id",
      "lastname",
      "firstname",
      "birthday",
      "mobile_phone",
      "playersplus_id",
      "locale",
      "project_id",
      "created_at",
      "last_seen_at",
      "disabled_at",
      "deletion_requested_at",
      "inactivity_noticed_at",
      "identity_verified_at",
    ])
    .where((where) =>
      accountId === null ? where("playersplus_id", "=", membershipId ?? "") : where("id", "=", accountId),
    )
    .where("status", "!=", "erased")
    .executeTakeFirst();
}

export async function setDisabled(tx: Transaction, accountId: string, at: Date): Promise<void> {
  await tx.updateTable("accounts").set({ disabled_at: at }).where("id", "=", accountId).execute();
}

/**
 * Enables an account. An announced deletion for inactivity is dropped, because a disabled member could not log in to prevent it.
 */
export async function setEnabled(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ disabled_at: null, inactivity_noticed_at: null })
    .where("id", "=", accountId)
    .execute();
}

export async function setHomeSite(tx: Transaction, membershipId: string, siteId: number): Promise<void> {
  await tx.updateTable("memberships").set({ home_site_id: siteId }).where("id", "=", membershipId).execute();
}

/** Disables or enables a membership; false when it has that status already, or was erased. */
export async function setMembershipStatus(
  tx: Transaction,
  membershipId: string,
  status: "active" | "disabled",
): Promise<boolean> {
  const changed = await tx
    .updateTable("memberships")
    .set({ status })
    .where("id", "=", membershipId)
    .where("status", "=", status === "active" ? "disabled" : "active")
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Locks the person's rows until the transaction ends: always the account first, then the membership, to avoid deadlocks. */
export async function lockPersonRows(tx: Transaction, { accountId, membershipId }: PersonIds): Promise<void> {
  if (accountId !== null)
    await tx.selectFrom("accounts").select("id").where("id", "=", accountId).forNoKeyUpdate().execute();
  if (membershipId !== null)
    await tx.selectFrom("memberships").select("id").where("id", "=", membershipId).forNoKeyUpdate().execute();
}
