import { sql, type Insertable, type Selectable } from "kysely";
import type { EnrollmentAttemptsTable, EnrollmentsTable } from "../../../db/tables.ts";
import { UNFINISHED, type EnrollmentStatus } from "./statuses.ts";
import type { Db, Transaction } from "../../platform/database/database.server.ts";

export type Enrollment = Selectable<EnrollmentsTable>;
export type Attempt = Selectable<EnrollmentAttemptsTable>;
/** An enrollment with its account's data. */
export type EnrollmentOfPerson = NonNullable<Awaited<ReturnType<typeof personOfEnrollment>>>;

export function enrollmentOfAccount(db: Db, accountId: string): Promise<Enrollment | undefined> {
  return db.selectFrom("enrollments").selectAll().where("account_id", "=", accountId).executeTakeFirst();
}

/** Creates the enrollment if there is none, and locks it. */
export async function lockEnrollmentOf(
  tx: Transaction,
  row: Pick<Enrollment, "id" | "account_id" | "site_id" | "country" | "expires_at" | "changed_at">,
): Promise<Enrollment> {
  await tx
    .insertInto("enrollments")
    .values({ ...row, status: "NEW" })
    .onConflict((conflict) => conflict.column("account_id").doNothing())
    .execute();
  return tx
    .selectFrom("enrollments")
    .selectAll()
    .where("account_id", "=", row.account_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export function lockEnrollment(tx: Transaction, id: string): Promise<Enrollment> {
  return tx.selectFrom("enrollments").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

export function personOfEnrollment(db: Db, id: string) {
  return withPerson(db).where("enrollments.id", "=", id).executeTakeFirst();
}

/** Finds the enrollment by a number scanned at the entrance, including numbers that are no longer its own. */
export function personOfCardId(db: Db, cardId: string) {
  return withPerson(db)
    .innerJoin("enrollment_card_ids", "enrollment_card_ids.account_id", "enrollments.account_id")
    .where("enrollment_card_ids.card_id", "=", cardId)
    .executeTakeFirst();
}

function withPerson(db: Db) {
  return db
    .selectFrom("enrollments")
    .innerJoin("accounts", "accounts.id", "enrollments.account_id")
    .selectAll("enrollments")
    .select(["lastname", "firstname", "birthday", "civility_id", "mobile_phone", "playersplus_id"])
    .select("accounts.status as account_status");
}

export async function changeEnrollment(tx: Transaction, id: string, change: Partial<Enrollment>): Promise<void> {
  await tx.updateTable("enrollments").set(change).where("id", "=", id).execute();
}

/** The attempt that may move the enrollment. A unique index allows at most one. */
export function openAttempt(db: Db, enrollmentId: string): Promise<Attempt | undefined> {
  return db
    .selectFrom("enrollment_attempts")
    .selectAll()
    .where("enrollment_id", "=", enrollmentId)
    .where("closed_at", "is", null)
    .executeTakeFirst();
}

/** The newest attempt of a verification, open or closed. */
export function attemptOfVerification(db: Db, verificationId: string): Promise<Attempt | undefined> {
  return db
    .selectFrom("enrollment_attempts")
    .selectAll()
    .where("verification_id", "=", verificationId)
    .orderBy("number", "desc")
    .executeTakeFirst();
}

export function attemptOfId(db: Db, id: string): Promise<Attempt | undefined> {
  return db.selectFrom("enrollment_attempts").selectAll().where("id", "=", id).executeTakeFirst();
}

/** When each attempt was opened, oldest first. */
export async function attemptTimes(db: Db, enrollmentId: string): Promise<Date[]> {
  const rows = await db
    .selectFrom("enrollment_attempts")
    .select("opened_at")
    .where("enrollment_id", "=", enrollmentId)
    .orderBy("number")
    .execute();
  return rows.map((row) => row.opened_at);
}

export async function insertAttempt(
  tx: Transaction,
  attempt: Omit<Insertable<EnrollmentAttemptsTable>, "number">,
): Promise<void> {
  const next = sql<number>`(select coalesce(max(number), 0) + 1 from enrollment_attempts
    where enrollment_id = ${attempt.enrollment_id})`;
  await tx
    .insertInto("enrollment_attempts")
    .values({ ...attempt, number: next })
    .execute();
}

export async function changeAttempt(db: Db, id: string, change: Partial<Attempt>): Promise<void> {
  await db.updateTable("enrollment_attempts").set(change).where("id", "=", id).execute();
}

export async function closeOpenAttempt(
  tx: Transaction,
  enrollmentId: string,
  outcome: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("enrollment_attempts")
    .set({ closed_at: at, outcome })
    .where("enrollment_id", "=", enrollmentId)
    .where("closed_at", "is", null)
    .execute();
}

export async function keepCardId(tx: Transaction, cardId: string, accountId: string, at: Date): Promise<void> {
  await tx
    .insertInto("enrollment_card_ids")
    .values({ card_id: cardId, account_id: accountId, reserved_at: at })
    // The found card may have been reserved by an account that its holder has erased.
    .onConflict((conflict) => conflict.column("card_id").doUpdateSet({ account_id: accountId }))
    .execute();
}

/**
 * Cancels the enrollment of an erased account, whatever its status: its card number no longer names anybody, and the person may enrol
 * again with another account.
 */
export async function forgetEnrollment(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .updateTable("enrollments")
    .set({ status: "CANCELED", error: null, card_id: null, person_hash: null, document_hash: null, expires_at: null })
    .where("account_id", "=", accountId)
    .execute();
}

const BEFORE_MEMBERSHIP = ["READY", "VALIDATED", "CREATION_IN_PROGRESS", "CREATION_ERROR"] as const;
const HAS_MEMBERSHIP = ["LINKED", "COMPLETED"] as const;

/** True if another enrollment that leads or led to a card has the same person or document. */
export async function isDuplicate(
  tx: Transaction,
  enrollment: Pick<Enrollment, "id" | "person_hash" | "document_hash">,
): Promise<boolean> {
  const { person_hash: person, document_hash: document } = enrollment;
  const row = await tx
    .selectFrom("enrollments")
    .select("id")
    .where("id", "!=", enrollment.id)
    .where((where) => {
      const isPerson = where("person_hash", "=", person ?? new Uint8Array());
      return where.or([
        // Somebody who has a card is found by the membership instead.
        where.and([isPerson, where("status", "in", BEFORE_MEMBERSHIP)]),
        ...(document === null
          ? []
          : [
              where.and([
                where("document_hash", "=", document),
                where("status", "in", [...BEFORE_MEMBERSHIP, ...HAS_MEMBERSHIP]),
              ]),
            ]),
      ]);
    })
    .executeTakeFirst();
  return row !== undefined;
}

/** Enrollments in a status since `before` or earlier, longest waiting first. */
export function waitingSince(db: Db, statuses: EnrollmentStatus[], before: Date, limit: number): Promise<Enrollment[]> {
  return db
    .selectFrom("enrollments")
    .selectAll()
    .where("status", "in", statuses)
    .where("changed_at", "<=", before)
    .orderBy("changed_at")
    .limit(limit)
    .execute();
}

export function expiredAt(db: Db, now: Date, limit: number): Promise<{ id: string }[]> {
  return db
    .selectFrom("enrollments")
    .select("id")
    .where("expires_at", "<=", now)
    .where("status", "in", UNFINISHED)
    .orderBy("expires_at")
    .limit(limit)
    .execute();
}

/** Open attempts to read again at the provider: not read since `before`, or since `longBefore` once the link has expired. */
export function attemptsToReread(
  db: Db,
  { before, longBefore, now }: { before: Date; longBefore: Date; now: Date },
  limit: number,
): Promise<{ id: string }[]> {
  return db
    .selectFrom("enrollment_attempts")
    .innerJoin("enrollments", "enrollments.id", "enrollment_attempts.enrollment_id")
    .select("enrollment_attempts.id")
    .where("closed_at", "is", null)
    .where("status", "in", ["NEW", "OPENED", "STARTED"])
    .where("reread_at", "<=", before)
    .where((where) =>
      where.or([
        where("status", "=", "STARTED"),
        where("reread_at", "<=", longBefore),
        where("link_expires_at", ">", now),
      ]),
    )
    .orderBy("reread_at")
    .limit(limit)
    .execute();
}

/** Marks the last attempt of an enrollment as counted; false if it already was. */
export async function convertAttempt(db: Db, enrollmentId: string, at: Date): Promise<boolean> {
  const last = db
    .selectFrom("enrollment_attempts as last")
    .select("last.id")
    .where("last.enrollment_id", "=", enrollmentId)
    .orderBy("last.number", "desc")
    .limit(1);
  const counted = await db
    .updateTable("enrollment_attempts")
    .set({ converted_at: at })
    .where("id", "=", last)
    .where("converted_at", "is", null)
    .executeTakeFirst();
  return counted.numUpdatedRows > 0n;
}
