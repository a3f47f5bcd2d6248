import type { z } from "zod";
import { isoWithOffset } from "../platform/time-zones.ts";
import { storedProperties } from "./event-properties.server.ts";
import type { importedAnnouncement } from "./contract.ts";
import type { Db } from "../platform/database/database.server.ts";

/** A venue's announcements and shows by id, in the format of an import; instants carry the venue's offset. */
export async function announcementsFile(
  db: Db,
  { establishmentId, zone }: { establishmentId: number; zone: string },
): Promise<z.input<typeof importedAnnouncement>[]> {
  const rows = await db
    .selectFrom("announcements")
    .selectAll()
    .where("establishment_id", "=", establishmentId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    is_show: row.is_show,
    title: row.title,
    text: row.text,
    picture: row.picture_key,
    start_at: isoWithOffset(row.start_at, zone),
    ...(row.end_at === null ? {} : { end_at: isoWithOffset(row.end_at, zone) }),
    broadcast_start_at: isoWithOffset(row.broadcast_start_at, zone),
    broadcast_end_at: isoWithOffset(row.broadcast_end_at, zone),
    ...(row.reservation_url === null ? {} : { reservation_url: row.reservation_url }),
    ...(row.billetweb_id === null ? {} : { billetweb_id: row.billetweb_id }),
    ...knownProperties(row),
  }));
}

/** An id that no announcement of any venue has. */
export async function freeAnnouncementId(db: Db): Promise<number> {
  const row = await db
    .selectFrom("announcements")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirst();
  return (row?.id ?? 0) + 1;
}

function knownProperties(row: Parameters<typeof storedProperties>[0]): object {
  return Object.fromEntries(Object.entries(storedProperties(row)).filter(([, value]) => value !== null));
}
