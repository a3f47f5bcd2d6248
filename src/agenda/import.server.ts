import type { z } from "zod";
import { sanitiseRich } from "../content/sanitise.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import { instantOf } from "../platform/time-zones.ts";
import { slugify } from "../venues/addresses/slugs.ts";
import type { importedAnnouncement } from "./contract.ts";

/**
 * Replaces a venue's announcements and shows by those of an import. Each keeps the address with which it was created.
 * Relative instants count from `now` in the venue's zone.
 */
export async function replaceAnnouncements(
  tx: Transaction,
  { establishmentId, zone, now }: { establishmentId: number; zone: string; now: Date },
  items: z.output<typeof importedAnnouncement>[],
): Promise<void> {
  const at = (value: string) => instantOf(value, now, zone);
  const stored = await tx
    .selectFrom("announcements")
    .select(["id", "slug"])
    .where("establishment_id", "=", establishmentId)
    .execute();
  const names = new Map(stored.map(({ id, slug }) => [id, slug]));
  await tx.deleteFrom("announcements").where("establishment_id", "=", establishmentId).execute();
  if (items.length === 0) return;
  await tx
    .insertInto("announcements")
    .values(
      items.map((item) => ({
        id: item.id,
        establishment_id: establishmentId,
        slug: item.slug ?? names.get(item.id) ?? slugify(item.title.fr),
        is_show: item.is_show,
        title: JSON.stringify(item.title),
        text: JSON.stringify({ fr: sanitiseRich(item.text.fr), en: sanitiseRich(item.text.en) }),
        picture_key: item.picture,
        start_at: at(item.start_at),
        end_at: item.end_at === undefined ? null : at(item.end_at),
        broadcast_start_at: at(item.broadcast_start_at),
        broadcast_end_at: at(item.broadcast_end_at),
        reservation_url: item.reservation_url ?? null,
        billetweb_id: item.billetweb_id ?? null,
        doors_time: item.doors_time?.padStart(5, "0") ?? null,
        duration_minutes: item.duration_minutes ?? null,
        price_min_minor: minorOf(item.price_min),
        price_max_minor: minorOf(item.price_max),
        age_min: item.age_min ?? null,
        seats_total: item.seats_total ?? null,
        seats_left: item.seats_left ?? null,
        performer: item.performer ?? null,
      })),
    )
    .execute();
}

function minorOf(price: number | undefined): bigint | null {
  return price === undefined ? null : BigInt(price);
}
