import { sql } from "kysely";
import type { Venue } from "../venues/venue.ts";
import type { Db } from "../platform/database/database.server.ts";

/**
 * Who shows a picture: this venue alone (`own`), this venue and others (`shared`), others alone (`foreign`). A picture
 * that nobody shows is `own` where its key begins with the venue's slug, else `group` where it is stored and `unknown`
 * where it is not.
 */
export type PictureUsage = "own" | "shared" | "foreign" | "group" | "unknown";

/** The tables whose `picture_key` a venue's pages show. */
const TABLES = ["games", "restaurants", "activities", "meetings", "announcements", "gallery_pictures"] as const;

/** Every place that names a picture, as establishment and key. */
const REFERENCES = sql`
  select id as establishment_id, cover_picture as picture_key from establishments
  union ${sql.join(
    TABLES.map((table) => sql`select establishment_id, picture_key from ${sql.table(table)}`),
    sql` union `,
  )}
  union select p.establishment_id,
    jsonb_path_query(c.body, '$.blocks[*] ? (@.type == "image").data.key') #>> '{}' as picture_key
    from content_blocks c join projects p on p.id = c.project_id
`;

/** Keys of the pictures that a venue shows anywhere, text blocks included, sorted. */
export async function usedPictures(db: Db, establishmentId: number): Promise<string[]> {
  const { rows } = await sql<{ picture_key: string }>`
    select distinct picture_key from (${REFERENCES}) as named where establishment_id = ${establishmentId}`.execute(db);
  return rows.map((row) => row.picture_key).sort();
}

export async function pictureUsage(db: Db, venue: Venue, key: string): Promise<PictureUsage> {
  return (await pictureUsages(db, venue, [key])).get(key) ?? "unknown";
}

/** Who shows each picture, by its key. */
export async function pictureUsages(db: Db, venue: Venue, keys: readonly string[]): Promise<Map<string, PictureUsage>> {
  const { rows } = await sql<Found>`
    with named as (${REFERENCES})
    select asked.key,
      coalesce(bool_or(named.establishment_id = ${venue.id}), false) as own,
      coalesce(bool_or(named.establishment_id <> ${venue.id}), false) as others,
      exists (select 1 from pictures where pictures.key = asked.key) as stored,
      -- One venue's slug may be the beginning of another's.
      exists (
        select 1 from establishments
        where length(slug) > ${venue.slug.length}::integer and starts_with(asked.key, slug || '-')
      ) as named_by_others
    from unnest(${[...new Set(keys)]}::text[]) as asked (key) left join named on named.picture_key = asked.key
    group by asked.key`.execute(db);
  return new Map(rows.map((row) => [row.key, usageOf(venue, row)]));
}

type Found = { key: string; own: boolean; others: boolean; stored: boolean; named_by_others: boolean };

function usageOf(venue: Venue, { key, own, others, stored, named_by_others }: Found): PictureUsage {
  if (own) return others ? "shared" : "own";
  if (others) return "foreign";
  if (key.startsWith(`${venue.slug}-`)) return named_by_others ? "foreign" : "own";
  return stored ? "group" : "unknown";
}

/** Makes the venue show picture `to` wherever it shows `from`, except in its text blocks, which the caller changes. */
export async function renamePictureOfVenue(tx: Db, venue: Venue, from: string, to: string): Promise<void> {
  await tx
    .updateTable("establishments")
    .set({ cover_picture: to })
    .where("id", "=", venue.id)
    .where("cover_picture", "=", from)
    .execute();
  for (const table of TABLES)
    await sql`update ${sql.table(table)} set picture_key = ${to}
      where establishment_id = ${venue.id} and picture_key = ${from}`.execute(tx);
}
