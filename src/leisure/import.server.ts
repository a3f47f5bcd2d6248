import type { z } from "zod";
import { sanitiseRich } from "../content/sanitise.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import type { Localized } from "../platform/schema.ts";
import type { importedActivity, importedMeetings, importedRestaurant } from "./contract.ts";
import { activitiesOf, restaurantsOf } from "./queries.server.ts";
import { slugsAfterImport } from "./slugs-after-import.ts";

type Restaurant = z.output<typeof importedRestaurant>;
type Activity = z.output<typeof importedActivity>;
type Meetings = z.output<typeof importedMeetings>;

/**
 * Replaces a venue's restaurants, activities and meetings by those of an import. Each entry keeps the address with
 * which it was created; an abandoned address redirects.
 */
export async function replaceLeisure(
  tx: Transaction,
  establishmentId: number,
  { restauration, activities, meetings }: { restauration: Restaurant[]; activities: Activity[]; meetings: Meetings },
): Promise<void> {
  await replaceRestaurants(tx, establishmentId, restauration);
  await replaceActivities(tx, establishmentId, activities);
  await replaceMeetings(tx, establishmentId, meetings);
}

async function replaceRestaurants(tx: Transaction, establishmentId: number, restaurants: Restaurant[]): Promise<void> {
  const slugs = await storeSlugs(
    tx,
    establishmentId,
    "restaurant",
    restaurants,
    await restaurantsOf(tx, establishmentId),
  );
  await tx.deleteFrom("restaurants").where("establishment_id", "=", establishmentId).execute();
  const rows = restaurants.map((item, position) => ({
    ...offering(item),
    establishment_id: establishmentId,
    slug: slugs[position] ?? String(position),
    position,
    type: item.type,
    opening_hours: item.opening_hours === undefined ? null : JSON.stringify(item.opening_hours),
    menu_link: item.menu_link ?? null,
  }));
  if (rows.length > 0) await tx.insertInto("restaurants").values(rows).execute();
}

async function replaceActivities(tx: Transaction, establishmentId: number, activities: Activity[]): Promise<void> {
  const slugs = await storeSlugs(tx, establishmentId, "activity", activities, await activitiesOf(tx, establishmentId));
  await tx.deleteFrom("activities").where("establishment_id", "=", establishmentId).execute();
  const rows = activities.map((item, position) => ({
    ...offering(item),
    establishment_id: establishmentId,
    slug: slugs[position] ?? String(position),
    position,
  }));
  if (rows.length > 0) await tx.insertInto("activities").values(rows).execute();
}

async function replaceMeetings(tx: Transaction, establishmentId: number, meetings: Meetings): Promise<void> {
  await tx.deleteFrom("meetings").where("establishment_id", "=", establishmentId).execute();
  for (const kind of ["professional", "private"] as const) {
    const item = meetings.data[kind];
    if (item === undefined) continue;
    await tx
      .insertInto("meetings")
      .values({ ...offering(item), establishment_id: establishmentId, kind })
      .execute();
  }
}

type StoredRow = { slug: string; label: Localized; summary: Localized; presentation: Localized | null };

/** The addresses of a list's entries; stores a redirect from each abandoned one. */
async function storeSlugs(
  tx: Transaction,
  establishmentId: number,
  noun: "restaurant" | "activity",
  items: Activity[],
  stored: StoredRow[],
): Promise<string[]> {
  const { slugs, successors } = slugsAfterImport(
    items.map((item) => ({ ...inFrench(item), slug: item.slug })),
    stored.map((row) => ({ ...inFrench(row), slug: row.slug })),
  );
  const before = await tx
    .selectFrom("retired_slugs")
    .select(["slug", "current_slug"])
    .where("establishment_id", "=", establishmentId)
    .where("noun", "=", noun)
    .execute();
  for (const row of before) successors.set(row.slug, successors.get(row.current_slug) ?? row.current_slug);
  await tx
    .deleteFrom("retired_slugs")
    .where("establishment_id", "=", establishmentId)
    .where("noun", "=", noun)
    .execute();
  const rows = [...successors].flatMap(([slug, current_slug]) =>
    slugs.includes(slug) || !slugs.includes(current_slug)
      ? []
      : [{ establishment_id: establishmentId, noun, slug, current_slug }],
  );
  if (rows.length > 0) await tx.insertInto("retired_slugs").values(rows).execute();
  return slugs;
}

function inFrench({
  label,
  summary,
  presentation,
}: Pick<Activity, "label" | "summary"> & { presentation?: Localized | null | undefined }) {
  return { label: label.fr, summary: summary.fr, presentation: sanitiseRich(presentation?.fr ?? "") };
}

function offering(item: Activity) {
  return {
    label: JSON.stringify(item.label),
    picture_key: item.picture,
    summary: JSON.stringify(item.summary),
    presentation: item.presentation === undefined ? null : JSON.stringify(sanitised(item.presentation)),
    contact_phone: item.contact_phone ?? null,
    reservation_link: item.reservation_link ?? null,
  };
}

function sanitised(text: Localized): Localized {
  return { fr: sanitiseRich(text.fr), en: sanitiseRich(text.en) };
}
