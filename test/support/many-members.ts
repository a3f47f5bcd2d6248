import { sql } from "kysely";
import type { Database } from "../../src/platform/database/database.server.ts";

/**
 * Inserts members of a site who joined a day ago, numbered from `first`. Nothing else is made: no account, no card. Triggers run, as
 * for members who join one by one.
 */
export async function addMembers(
  { db }: Database,
  { count, siteId, first = 1, at }: { count: number; siteId: number; first?: number; at: Date },
): Promise<void> {
  await sql`
    insert into memberships (id, wallet_key, person_hash, lastname, lastname_normalised, firstname, firstname_normalised, birthday,
      home_site_id, status, joined_at)
    select (20000000 + n)::text, 'M' || lpad(n::text, 11, '0'), sha256(convert_to('many ' || n, 'UTF8')), 'Nombre ' || ${letters},
      'NOMBRE ' || ${letters}, 'Ana', 'ANA', date '1950-01-01' + n % 18000, ${siteId}::int, 'active',
      ${at}::timestamptz - interval '1 day'
    from generate_series(${first}::int, ${first + count - 1}::int) n`.execute(db);
}

/** Digits are no part of a name, so a number is spelled in letters. */
const letters = sql`translate(n::text, '0123456789', 'abcdefghij')`;

/** The nth of these members, as a register lists them. */
export function personOf(n: number): { lastname: string; firstname: string; birthday: string } {
  const word = String(n).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
  const birthday = new Date(Date.UTC(1950, 0, 1 + (n % 18_000))).toISOString().slice(0, 10);
  return { lastname: `Nombre ${word}`, firstname: "Ana", birthday };
}

/** The number of the nth of these members. */
export function idOf(n: number): string {
  return String(20_000_000 + n);
}
