import type { Db } from "../platform/database/database.server.ts";
import * as paths from "../venues/paths.ts";
import { activitiesOf, restaurantsOf } from "./queries.server.ts";

export type Place = Awaited<ReturnType<typeof placesOf>>[number];

/** The restaurants, bars and hotels of a venue, then its activities, which have neither hours nor a menu. In the venue's order. */
export async function placesOf(db: Db, establishmentId: number) {
  const [restaurants, activities] = await Promise.all([
    restaurantsOf(db, establishmentId),
    activitiesOf(db, establishmentId),
  ]);
  return [
    ...restaurants.map(({ type, ...row }) => ({ ...row, kind: type, path: paths.restaurant(row.slug) })),
    ...activities.map((row) => ({
      ...row,
      kind: "activity" as const,
      path: paths.activity(row.slug),
      opening_hours: null,
      menu_link: null,
    })),
  ];
}
