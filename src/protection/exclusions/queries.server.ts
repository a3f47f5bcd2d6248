import { sql } from "kysely";
import type { ExclusionSource } from "../../platform/gateways/exclusions.ts";
import type { Db, Transaction } from "../../platform/database/database.server.ts";

/** A verdict about an enrollment, a member, or both. */
export type StoredVerdict = { enrollmentId: string | null; membershipId: string | null; verdict: "clear" | "barred" };

/** The last verdict of a register: the one that was given or repeated last. */
const NEWEST_FIRST = sql`coalesce(repeated_at, checked_at) desc, id desc`;

/** When a register last answered about a member, whatever it said; null if it never did. */
export async function lastAnswerAt(db: Db, membershipId: string, source: ExclusionSource): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(repeated_at, checked_at) as at from exclusion_verdicts
    where membership_id = ${membershipId} and source = ${source}
    order by ${NEWEST_FIRST} limit 1`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Notes verdicts that repeat a register's last one about the same member, or about an enrollment without a membership. Returns the
 * others: the first ones, and those that change something.
 */
export async function noteRepeated(
  tx: Transaction,
  told: StoredVerdict[],
  source: ExclusionSource,
  at: Date,
): Promise<StoredVerdict[]> {
  const members = told.filter(({ membershipId }) => membershipId !== null);
  const others = told.filter(({ membershipId }) => membershipId === null);
  return [
    ...(await changedOf(tx, members, "membership_id", source, at)),
    ...(await changedOf(tx, others, "enrollment_id", source, at)),
  ];
}

async function changedOf(
  tx: Transaction,
  told: StoredVerdict[],
  key: "membership_id" | "enrollment_id",
  source: ExclusionSource,
  at: Date,
): Promise<StoredVerdict[]> {
  if (told.length === 0) return [];
  const idOf = (one: StoredVerdict) => (key === "membership_id" ? one.membershipId : one.enrollmentId);
  const type = sql.raw(key === "membership_id" ? "text[]" : "uuid[]");
  const { rows } = await sql<{ about: string }>`
    update exclusion_verdicts set repeated_at = greatest(repeated_at, ${at}::timestamptz, checked_at)
    from unnest(${told.map(idOf)}::${type}, ${told.map(({ verdict }) => verdict)}::text[]) as told (about, verdict),
      lateral (
        select id, verdict from exclusion_verdicts
        where ${sql.ref(key)} = told.about and source = ${source}
        order by ${NEWEST_FIRST} limit 1
      ) as last
    where exclusion_verdicts.id = last.id and last.verdict = told.verdict
    returning told.about`.execute(tx);
  const repeated = new Set(rows.map(({ about }) => about));
  return told.filter((one) => !repeated.has(idOf(one) ?? ""));
}

export async function insertVerdicts(
  tx: Transaction,
  told: StoredVerdict[],
  source: ExclusionSource,
  at: Date,
): Promise<void> {
  if (told.length === 0) return;
  const [enrollments, members] = [told.map((one) => one.enrollmentId), told.map((one) => one.membershipId)];
  await sql`
    insert into exclusion_verdicts (enrollment_id, membership_id, verdict, source, checked_at)
    select told.*, ${source}, ${at}::timestamptz
    from unnest(${enrollments}::uuid[], ${members}::text[], ${told.map(({ verdict }) => verdict)}::text[]) as told`.execute(
    tx,
  );
}

/**
 * Locks those of the members whose exclusion may begin or end now: the ones given as `barred`, and all who are excluded. Verdicts about
 * one person then follow one another, so that none is decided without the other.
 */
export async function lockForExclusion(tx: Transaction, ids: string[], barred: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from memberships
    where id = any(${ids}::text[]) and (id = any(${barred}::text[]) or excluded_since is not null)
    order by id for no key update`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Updates whether members are excluded, from the last verdict of every register that was asked. One country's register does not
 * lift another's exclusion. Keeps the instant of the first verdict, and clears it when the exclusion is lifted.
 */
export async function updateExclusions(tx: Transaction, ids: string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update memberships set excluded_since = case when known.is_barred then ${at}::timestamptz end
    from (
      select given.id, exists (
        select from (
          select distinct on (source) verdict from exclusion_verdicts
          where membership_id = given.id
          order by source, ${NEWEST_FIRST}
        ) as last_words where verdict = 'barred'
      ) as is_barred
      from unnest(${ids}::text[]) as given (id)
    ) as known
    where memberships.id = known.id and known.is_barred is distinct from (memberships.excluded_since is not null)`.execute(
    tx,
  );
}
