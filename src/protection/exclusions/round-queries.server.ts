import { sql } from "kysely";
import type { Db, Transaction } from "../../platform/database/database.server.ts";
import type { Country } from "../../venues/contract.ts";
import type { Person } from "./registers.server.ts";

/** A member about whom a register is due to be asked. `dueAt` is PostgreSQL's text, because an instant here would lose microseconds. */
export type DueMember = Person & { id: string; dueAt: string };

/** Takes the round for this node until `until`. False while another node's claim is valid. */
export async function claimRound(db: Db, claim: string, now: Date, until: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into exclusion_rounds (is_running, claim, claimed_until) values (true, ${claim}, ${until})
    on conflict (is_running) do update set claim = excluded.claim, claimed_until = excluded.claimed_until
    where exclusion_rounds.claimed_until <= ${now}::timestamptz
    returning claim`.execute(db);
  return rows.length === 1;
}

/** Keeps the round until `until`. False if another node has taken it meanwhile. */
export async function renewRound(tx: Transaction, claim: string, until: Date): Promise<boolean> {
  const renewed = await tx
    .updateTable("exclusion_rounds")
    .set({ claimed_until: until })
    .where("claim", "=", claim)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

export async function releaseRound(db: Db, claim: string): Promise<void> {
  await db.deleteFrom("exclusion_rounds").where("claim", "=", claim).execute();
}

/** Members of a country who are due, the longest due first, after the given one. */
export async function dueMembers(
  db: Db,
  { country, now, after }: { country: Country; now: Date; after: DueMember | null },
  limit: number,
): Promise<DueMember[]> {
  const isLater =
    after === null ? sql`true` : sql`(due_at, membership_id) > (${after.dueAt}::timestamptz, ${after.id}::text)`;
  const { rows } = await sql<DueMember>`
    select memberships.id, lastname, firstname, birthday, due_at::text as "dueAt"
    from (
      select membership_id, due_at from exclusion_checks
      where country = ${country} and due_at <= ${now}::timestamptz and ${isLater}
      order by due_at, membership_id limit ${limit}
    ) as due
    join memberships on memberships.id = due.membership_id
    order by due_at, memberships.id`.execute(db);
  return rows;
}

/** Notes an answer about members, and when they are asked next. Leaves out who was disabled or erased meanwhile. */
export async function noteAnswered(tx: Transaction, ids: string[], at: Date, nextAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update exclusion_checks set since = ${at}::timestamptz, unanswered = 0, due_at = ${nextAt}::timestamptz
    where membership_id = any(${ids}::text[]) and due_at < 'infinity'`.execute(tx);
}

/** Puts back the members about whom the register gave no answer, each time for twice as long, up to `maxMs`. */
export async function putBack(
  tx: Transaction,
  ids: string[],
  at: Date,
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update exclusion_checks set
      unanswered = least(unanswered + 1, 1000),
      due_at = ${at}::timestamptz
        + least(${firstMs}::float8 * power(2, least(unanswered, 20)), ${maxMs}::float8) * interval '1 millisecond'
    where membership_id = any(${ids}::text[]) and due_at < 'infinity'`.execute(tx);
}

/**
 * How many members wait for an answer: those who are due, and those about whom the last question had none. `since` is the oldest
 * answer among them; null if there are none.
 */
export async function waitingForAnswer(db: Db, now: Date): Promise<{ members: number; since: Date | null }> {
  const { rows } = await sql<{ members: number; since: Date | null }>`
    select count(*)::int as members, min(since) as since
    from (
      select since from exclusion_checks
      where country in ('FR', 'CH', 'BE') and due_at <= ${now}::timestamptz and unanswered = 0
      union all
      select since from exclusion_checks where unanswered > 0
    ) as waiting`.execute(db);
  return rows[0] ?? { members: 0, since: null };
}
