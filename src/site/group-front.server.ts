import { featuredLines } from "../agenda/featured-lines.server.ts";
import { m } from "../messages/messages.js";
import { pictureViews } from "../pictures/views.server.ts";
import { groupVenues } from "../pictures/venue-cards.server.ts";
import { COUNTRIES, type Country, type Locale } from "../venues/contract.ts";
import { policyOf } from "../venues/law/country-policy.ts";
import { GROUP } from "../venues/group.ts";
import { openingsOf } from "../venues/hours/openings.ts";
import { hoursOfToday } from "../venues/hours/ranges.ts";
import type { PageRequest } from "../venues/document/page-request.server.ts";
import * as paths from "../venues/paths.ts";
import type { Venue } from "../venues/venue.ts";
import type { VenueTile } from "../venues/views.ts";
import type { GroupFrontView, FrontVenue, HelpLine } from "./group-front-view.ts";

/**
 * The data of the group's front page: the visible venues by name with the line of this event day and today's hours, of one country where
 * the query names one, and the law of each country. `changeTimes` are the instants at which a line changes.
 */
export async function groupFrontView({ world, venues, locale, query }: PageRequest): Promise<{
  front: GroupFrontView;
  tiles: VenueTile[];
  changeTimes: Date[];
}> {
  const [tiles, picture] = await Promise.all([
    groupVenues(world, venues, locale),
    pictureViews(world.database.db, [GROUP.frontPicture], locale),
  ]);
  const visible = venues.filter(({ isVisible }) => isVisible);
  const lines = await featuredLines(world, visible, locale);
  const now = world.now();
  const shown = tiles.flatMap((tile): FrontVenue[] => {
    const venue = visible.find(({ slug }) => slug === tile.slug);
    return venue === undefined ? [] : [frontVenueOf(tile, venue)];
  });
  const countries = COUNTRIES.filter((country) => tiles.some((tile) => tile.country === country));
  const asked = query.get("country")?.toUpperCase();
  return {
    front: {
      picture: picture(GROUP.frontPicture),
      venues: shown,
      countries,
      country: countries.find((country) => country === asked) ?? null,
      help: countries.map((country) => helpOf(country, locale)),
      locale,
      year: now.getUTCFullYear(),
    },
    tiles,
    changeTimes: [...lines.values()].map(({ validUntil }) => validUntil),
  };

  function frontVenueOf(
    { slug, name, title, locality, region, country, origin, href, picture: cover, openingHours }: VenueTile,
    venue: Venue,
  ): FrontVenue {
    const line = lines.get(venue.id)?.line ?? null;
    const address = (path: string) => `${origin}${path}?locale=${locale}`;
    return {
      slug,
      name,
      title,
      place: region ?? (locality === name ? null : locality),
      country,
      href,
      picture: cover,
      hours: hoursOfToday(openingHours, venue.policy.timeZone, locale, now) ?? m.leisure_closed_today(),
      openings: openingsOf(openingHours, venue, locale, now),
      featured: line === null ? null : { ...line, href: address(line.href) },
      agendaHref: address(paths.agenda),
      legalHref: address(paths.legalNotices),
    };
  }
}

function helpOf(country: Country, locale: Locale): HelpLine {
  const { helpLine, minimumAge, gamblingWarning } = policyOf(country);
  return {
    country,
    phone: { href: `tel:${helpLine.phone}`, label: helpLine.label },
    name: helpLine.name[locale],
    minimumAge,
    warning: gamblingWarning?.name ?? null,
  };
}
