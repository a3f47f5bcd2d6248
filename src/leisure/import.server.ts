import type { z } from "zod";
import { sanitiseRich } from "../content/sanitise.server.ts";
import type { Transaction } from "../platform/database.server.ts";
import type { Localized } from "../platform/schema.ts";
import { uniqueSlugs } from "../venues/slugs.ts";
import type { importedActivity, importedMeetings, importedRestaurant } from "./contract.ts";

type Restaurant = z.output<typeof importedRestaurant>;
type Activity = z.output<typeof importedActivity>;
type Meetings = z.output<typeof importedMeetings>;

/** Replaces a venue's restaurants, activities and meetings by an import's. Slugs follow the French label (G3); a slug that goes keeps redirecting (G2). */
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
  const slugs = uniqueSlugs(
    restaurants.map((item) => item.label.fr),
    [],
  );
  const before = await tx
    .selectFrom("restaurants")
    .select(["slug", "position"])
    .where("establishment_id", "=", establishmentId)
    .execute();
  await retire(tx, establishmentId, "restaurant", before, slugs);
  await tx.deleteFrom("restaurants").where("establishment_id", "=", establishmentId).execute();
  for (const [position, item] of restaurants.entries()) {
    await tx
      .insertInto("restaurants")
      .values({
        ...offering(item),
        establishment_id: establishmentId,
        slug: slugs[position] ?? String(position),
        position,
        type: item.type,
        opening_hours: item.opening_hours === undefined ? null : JSON.stringify(item.opening_hours),
        menu_link: item.menu_link ?? null,
      })
      .execute();
  }
}

async function replaceActivities(tx: Transaction, establishmentId: number, activities: Activity[]): Promise<void> {
  const slugs = uniqueSlugs(
    activities.map((item) => item.label.fr),
    [],
  );
  const before = await tx
    .selectFrom("activities")
    .select(["slug", "position"])
    .where("establishment_id", "=", establishmentId)
    .execute();
  await retire(tx, establishmentId, "activity", before, slugs);
  await tx.deleteFrom("activities").where("establishment_id", "=", establishmentId).execute();
  for (const [position, item] of activities.entries()) {
    await tx
      .insertInto("activities")
      .values({
        ...offering(item),
        establishment_id: establishmentId,
        slug: slugs[position] ?? String(position),
        position,
      })
      .execute();
  }
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

/** A slug that no item has any more leads to the new item that stands in its place; where none does, it leads nowhere. */
async function retire(
  tx: Transaction,
  establishmentId: number,
  noun: "restaurant" | "activity",
  before: { slug: string; position: number }[],
  slugs: string[],
): Promise<void> {
  const known = new Set(before.map((row) => row.slug));
  const successor = new Map<string, string | undefined>();
  for (const { slug, position } of before) {
    const inItsPlace = slugs[position];
    const isRenamed = inItsPlace !== undefined && !known.has(inItsPlace);
    successor.set(slug, slugs.includes(slug) ? slug : isRenamed ? inItsPlace : undefined);
  }
  const retired = await tx
    .selectFrom("retired_slugs")
    .select(["slug", "current_slug"])
    .where("establishment_id", "=", establishmentId)
    .where("noun", "=", noun)
    .execute();
  for (const row of retired) successor.set(row.slug, successor.get(row.current_slug) ?? row.current_slug);
  await tx
    .deleteFrom("retired_slugs")
    .where("establishment_id", "=", establishmentId)
    .where("noun", "=", noun)
    .execute();
  const rows = [...successor].flatMap(([slug, current_slug]) =>
    slugs.includes(slug) || current_slug === undefined || !slugs.includes(current_slug)
      ? []
      : [{ establishment_id: establishmentId, noun, slug, current_slug }],
  );
  if (rows.length > 0) await tx.insertInto("retired_slugs").values(rows).execute();
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
