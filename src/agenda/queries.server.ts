import type { Db } from "../platform/database/database.server.ts";

/** Announcements and shows whose broadcast window contains `now`, in the order of their start. */
export function broadcastAnnouncements(db: Db, establishmentId: number, now: Date) {
  return onBroadcast(db, establishmentId, now).orderBy("start_at").orderBy("id").execute();
}

/** One announcement or show by its id, while it is broadcast. */
export function broadcastAnnouncement(db: Db, establishmentId: number, id: number, now: Date) {
  return onBroadcast(db, establishmentId, now).where("id", "=", id).executeTakeFirst();
}

/** An announcement or show as far as a line about it needs. */
export type Announced = Awaited<ReturnType<typeof announcementsToCome>>[number];

/** What several venues broadcast now or later, in the order of its start. */
export async function announcementsToCome(db: Db, establishmentIds: number[], now: Date) {
  if (establishmentIds.length === 0) return [];
  return await db
    .selectFrom("announcements")
    .select(["id", "establishment_id", "slug", "title", "is_show"])
    .select(["start_at", "end_at", "duration_minutes", "broadcast_start_at", "broadcast_end_at"])
    .where("establishment_id", "in", establishmentIds)
    .where("broadcast_end_at", ">", now)
    .orderBy("start_at")
    .orderBy("id")
    .execute();
}

function onBroadcast(db: Db, establishmentId: number, now: Date) {
  return db
    .selectFrom("announcements")
    .selectAll()
    .where("establishment_id", "=", establishmentId)
    .where("broadcast_start_at", "<=", now)
    .where("broadcast_end_at", ">", now);
}
