import type { z } from "zod";
import { mondayFirst } from "../platform/week.ts";
import type { Localized } from "../platform/schema.ts";
import type { importedActivity, importedMeetings, importedRestaurant } from "./contract.ts";
import { activitiesOf, meetingsOf, restaurantsOf } from "./queries.server.ts";
import type { Db } from "../platform/database/database.server.ts";

type LeisureFile = {
  restauration: z.input<typeof importedRestaurant>[];
  activities: z.input<typeof importedActivity>[];
  meetings: z.input<typeof importedMeetings>["data"];
};

/** A venue's restaurants, bars, hotels, activities and meetings in their order, in the format of an import. */
export async function leisureFile(db: Db, establishmentId: number): Promise<LeisureFile> {
  const restaurants = await restaurantsOf(db, establishmentId);
  const activities = await activitiesOf(db, establishmentId);
  const meetings = await meetingsOf(db, establishmentId);
  return {
    restauration: restaurants.map((row) => ({
      slug: row.slug,
      ...offering(row),
      type: row.type,
      ...(row.opening_hours === null ? {} : { opening_hours: mondayFirst(row.opening_hours) }),
      ...(row.menu_link === null ? {} : { menu_link: row.menu_link }),
    })),
    activities: activities.map((row) => ({ slug: row.slug, ...offering(row) })),
    meetings: Object.fromEntries(meetings.map((row) => [row.kind, offering(row)])),
  };
}

type OfferingRow = {
  label: Localized;
  picture_key: string;
  summary: Localized;
  presentation: Localized | null;
  contact_phone: string | null;
  reservation_link: string | null;
};

function offering(row: OfferingRow): Omit<z.input<typeof importedActivity>, "slug"> {
  return {
    label: row.label,
    picture: row.picture_key,
    summary: row.summary,
    ...(row.presentation === null ? {} : { presentation: row.presentation }),
    ...(row.contact_phone === null ? {} : { contact_phone: row.contact_phone }),
    ...(row.reservation_link === null ? {} : { reservation_link: row.reservation_link }),
  };
}
