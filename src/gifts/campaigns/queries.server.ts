import { sql } from "kysely";
import type { Country } from "../../venues/contract.ts";
import type { Db } from "../../platform/database/database.server.ts";

/**
 * Members with a birthday on a day who have not got that year's gift: active, not excluded, with a home site in one of the
 * countries. Members born on 29 February have their birthday on 1 March in other years. At most `limit`, ordered by id, starting
 * after `after`.
 */
export async function birthdaysOf(
  db: Db,
  { day, countries, after, limit }: { day: string; countries: Country[]; after: string; limit: number },
): Promise<{ id: string; country: Country }[]> {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const days = month === 3 && date === 1 && !isLeap ? [[3, 1] as const, [2, 29] as const] : [[month, date] as const];
  const isBorn = days.map(([m, d]) => sql`(extract(month from birthday) = ${m} and extract(day from birthday) = ${d})`);
  const { rows } = await sql<{ id: string; country: Country }>`
    select memberships.id, establishments.country from memberships
    join establishments on establishments.site_id = memberships.home_site_id
    where (${sql.join(isBorn, sql` or `)}) and birthday is not null and memberships.id > ${after} and memberships.status = 'active'
      and excluded_since is null and establishments.country in (${sql.join(countries)})
      and not exists (select 1 from gifts
        where gifts.campaign_key = 'birthday:' || memberships.id || ':' || ${String(year)}::text)
    order by memberships.id limit ${limit}`.execute(db);
  return rows;
}
