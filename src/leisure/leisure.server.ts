import { pictureViews } from "../content/picture-views.server.ts";
import { sanitiseRich } from "../content/sanitise.server.ts";
import type { OpeningHours } from "../platform/opening-hours.ts";
import { wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { rangesText } from "../venues/open-state.ts";
import { paths } from "../venues/paths.ts";
import { pictureAddress } from "../venues/origins.server.ts";
import type { Venue } from "../venues/venue.ts";
import { activitiesOf, meetingsOf, restaurantsOf } from "./queries.server.ts";
import type { MeetingCard, PlaceCard } from "./views.ts";

/** Restaurants, activities and meetings of a venue as the content API shows them (section 3). */
export async function leisureForApi(world: World, venue: Venue, locale: Locale) {
  const db = world.database.db;
  const [restaurants, activities, meetings] = await Promise.all([
    restaurantsOf(db, venue.id),
    activitiesOf(db, venue.id),
    meetingsOf(db, venue.id),
  ]);
  return {
    restauration: restaurants.map((row) => ({
      label: row.label[locale],
      type: row.type,
      picture: pictureAddress(world, venue, row.picture_key),
      summary: row.summary[locale],
      opening_hours: row.opening_hours,
      contact_phone: row.contact_phone,
      reservation_link: row.reservation_link,
      menu_link: row.menu_link,
      presentation: sanitiseRich(row.presentation?.[locale] ?? ""),
    })),
    activity: activities.map((row) => ({
      label: row.label[locale],
      picture: pictureAddress(world, venue, row.picture_key),
      summary: row.summary[locale],
      lang: { fr: { summary: row.summary.fr }, en: { summary: row.summary.en } },
      contact_phone: row.contact_phone,
      reservation_link: row.reservation_link,
      presentation: sanitiseRich(row.presentation?.[locale] ?? ""),
    })),
    meetings: Object.fromEntries(
      meetings.map((row) => [
        row.kind,
        {
          picture: pictureAddress(world, venue, row.picture_key),
          label: row.label[locale],
          summary: row.summary[locale],
          presentation: sanitiseRich(row.presentation?.[locale] ?? ""),
          contact_phone: row.contact_phone,
          reservation_link: row.reservation_link,
        },
      ]),
    ),
  };
}

/** Restaurants, bars, hotel and activities of a venue as cards, in the venue's order. */
export async function placeCards(world: World, venue: Venue, locale: Locale): Promise<PlaceCard[]> {
  const db = world.database.db;
  const [restaurants, activities] = await Promise.all([restaurantsOf(db, venue.id), activitiesOf(db, venue.id)]);
  const picture = await pictureViews(
    db,
    [...restaurants, ...activities].map((row) => row.picture_key),
    locale,
  );
  const card = (row: (typeof restaurants)[number] | (typeof activities)[number]) => ({
    slug: row.slug,
    label: row.label[locale],
    summary: row.summary[locale],
    picture: picture(row.picture_key),
    bookingUrl: row.reservation_link,
  });
  return [
    ...restaurants.map((row) => ({
      ...card(row),
      kind: row.type,
      href: paths.restaurant(row.slug),
      hours: hoursToday(row.opening_hours, venue, world.now()),
      menuUrl: row.menu_link,
    })),
    ...activities.map((row) => ({
      ...card(row),
      kind: "activity" as const,
      href: paths.activity(row.slug),
      hours: null,
      menuUrl: null,
    })),
  ];
}

export async function meetingCards(world: World, venue: Venue, locale: Locale): Promise<MeetingCard[]> {
  const rows = await meetingsOf(world.database.db, venue.id);
  const picture = await pictureViews(
    world.database.db,
    rows.map((row) => row.picture_key),
    locale,
  );
  return rows.map((row) => ({
    kind: row.kind,
    label: row.label[locale],
    summary: row.summary[locale],
    picture: picture(row.picture_key),
    href: paths.meeting(row.kind),
  }));
}

/** Today's ranges of a schedule, or null on a closed day: a page is made anew at midnight. */
function hoursToday(hours: OpeningHours | null, venue: Venue, now: Date): string | null {
  if (hours === null) return null;
  const today = wallTime(now, venue.policy.timeZone);
  const exception = hours.exceptions?.find((item) => item.date === today.date);
  const slots = exception?.schedules ?? hours.days.find((day) => day.dayOfWeek === today.dayOfWeek)?.schedules ?? [];
  return slots.length === 0 ? null : rangesText(slots, "");
}
