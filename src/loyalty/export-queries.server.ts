import type { Db } from "../platform/database/database.server.ts";

/** The lots of a balance with something left. Used lots are left out; the movements show them. */
export function lotsLeft(db: Db, membershipId: string) {
  return db
    .selectFrom("loyalty_lots")
    .innerJoin("ledger_entries", "ledger_entries.id", "loyalty_lots.entry_id")
    .select(["ledger_entries.posted_at as earned_at", "earned_minor", "left_minor", "expires_at"])
    .where("membership_id", "=", membershipId)
    .where("left_minor", ">", 0n)
    .orderBy("expires_at")
    .orderBy("entry_id")
    .execute();
}

/** Every pass of an account or its membership, with the times at which phones registered for it. */
export async function allPassesOf(db: Db, accountId: string, membershipId: string | null) {
  const passes = await db
    .selectFrom("passes")
    .select(["serial", "card_number", "locale", "is_at_google", "created_at", "updated_at", "revoked_at"])
    .where((is) =>
      is.or([
        is("account_id", "=", accountId),
        ...(membershipId === null ? [] : [is("membership_id", "=", membershipId)]),
      ]),
    )
    .orderBy("created_at")
    .execute();
  if (passes.length === 0) return [];
  const devices = await db
    .selectFrom("pass_devices")
    .select(["serial", "registered_at"])
    .where(
      "serial",
      "in",
      passes.map(({ serial }) => serial),
    )
    .orderBy("registered_at")
    .execute();
  return passes.map((pass) => ({
    ...pass,
    devices: devices
      .filter(({ serial }) => serial === pass.serial)
      .map(({ registered_at: registeredAt }) => ({ registered_at: registeredAt })),
  }));
}

/** An account's enrollment with all its numbers and attempts. */
export async function enrollmentRecord(db: Db, accountId: string) {
  const [enrollment, numbers] = await Promise.all([
    db
      .selectFrom("enrollments")
      .select(["id", "site_id", "country", "status", "error", "checks_done", "card_id", "membership_id"])
      .select(["rules_version", "rules_accepted_at", "expires_at", "validated_site_id", "changed_at"])
      .where("account_id", "=", accountId)
      .executeTakeFirst(),
    db
      .selectFrom("enrollment_card_ids")
      .select(["card_id", "reserved_at"])
      .where("account_id", "=", accountId)
      .orderBy("reserved_at")
      .execute(),
  ]);
  if (enrollment === undefined) return null;
  const { id, ...words } = enrollment;
  const attempts = await db
    .selectFrom("enrollment_attempts")
    .select(["number", "verification_id", "opened_at", "link_expires_at", "closed_at", "outcome"])
    .select(["document_type", "document_country", "document_expires_on", "converted_at"])
    .where("enrollment_id", "=", id)
    .orderBy("number")
    .execute();
  return { id, kept: { ...words, numbers, attempts } };
}

/**
 * The verdicts of registers about a person, with when each was first given and last repeated. Leaves out which register answered, because that would tell the
 * reason of an exclusion.
 */
export function checksOf(db: Db, enrollmentId: string | null, membershipId: string | null) {
  return db
    .selectFrom("exclusion_verdicts")
    .select(["checked_at", "repeated_at", "verdict"])
    .where((is) =>
      is.or([
        ...(enrollmentId === null ? [] : [is("enrollment_id", "=", enrollmentId)]),
        ...(membershipId === null ? [] : [is("membership_id", "=", membershipId)]),
      ]),
    )
    .orderBy("id")
    .execute();
}
