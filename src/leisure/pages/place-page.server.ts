import { missingPage } from "../../venues/document/missing-page.server.ts";
import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { m } from "../../messages/messages.js";
import type { PageRequest } from "../../venues/document/page-request.server.ts";
import { venuePage, type VenuePageData } from "../../content/page.server.ts";
import { withQuery } from "../../venues/venue-request.server.ts";
import { type Neighbours, neighboursIn, type Neighbour } from "../../venues/neighbours.ts";
import type { Venue } from "../../venues/venue.ts";
import { type Lookup, placeDetail } from "../details.server.ts";
import { placeWord } from "../place-kinds.ts";
import { placeCards } from "../leisure.server.ts";
import type { PlaceCard, PlaceView } from "../views.ts";

/**
 * The entry that a lookup found. Redirects with 301 from an abandoned or differently written address, and to Home from
 * an unknown one.
 */
export function foundOrRedirect<Found>(request: PageRequest, lookup: Lookup<Found>): Found {
  if (lookup === null) throw missingPage();
  if ("movedTo" in lookup) throw redirect(withQuery(request, lookup.movedTo), 301);
  return lookup.found;
}

/** The loader data of the page of a restaurant, bar, hotel or activity. */
export async function placePage(
  request: PageRequest,
  venue: Venue,
  address: Parameters<typeof placeDetail>[3],
): Promise<{ current: string; page: VenuePageData; place: PlaceView; neighbours: Neighbours }> {
  const lookup = await placeDetail(request.world, venue, request.locale, address);
  const { path, data, ...place } = foundOrRedirect(request, lookup);
  const listName = place.kind === "activity" ? m.leisure_activities() : m.leisure_tables();
  const page = await venuePage(request, venue, {
    path,
    title: placeTitle(place),
    description: place.summary,
    image: place.picture.key,
    breadcrumb: [
      { name: listName, path: paths.restauration },
      { name: place.label, path },
    ],
    structuredData: () => (data === null ? [] : [data]),
  });
  const { places, changeTimes } = await placeCards(request.world, venue, request.locale);
  request.made.changeTimes.push(...changeTimes);
  return { current: path, page, place, neighbours: neighboursIn(places.map(neighbour), path) };
}

function neighbour({ href, label, kind, picture }: PlaceCard): Neighbour {
  return { href, title: label, note: placeWord(kind), picture };
}

/** The page title, which differs by the kind of place. */
function placeTitle({ kind, label }: PlaceView): string {
  if (kind === "activity") return label;
  const titles = {
    restaurant: m.leisure_title_restaurant,
    bar: m.leisure_title_bar,
    hostel: m.leisure_title_hotel,
  };
  return titles[kind]({ place: label });
}
