import { redirect } from "react-router";
import { m } from "../../paraglide/messages.js";
import type { PageRequest } from "../../request-context.server.ts";
import { showVenuePage } from "../../venues/pages/show-venue-page.tsx";
import { paths } from "../../venues/paths.ts";
import { withQuery } from "../../venues/venue-request.server.ts";
import type { Venue } from "../../venues/venue.ts";
import type { Lookup } from "../details.server.ts";
import type { PlaceDetail } from "../views.ts";
import { PlacePage } from "./place-detail.tsx";

/** What a lookup found; a name that was given up or written otherwise leads on for good (G2), an unknown one to / (section 2.1). */
export function foundOrAway<Found>(request: PageRequest, lookup: Lookup<Found>): Found {
  if (lookup === null) throw redirect(paths.home);
  if ("movedTo" in lookup) throw redirect(withQuery(request, lookup.movedTo), 301);
  return lookup.found;
}

/** The page of a restaurant, bar, hotel or activity. */
export async function showPlace(request: PageRequest, venue: Venue, lookup: Lookup<PlaceDetail>): Promise<void> {
  const place = foundOrAway(request, lookup);
  await showVenuePage(request, venue, {
    path: place.path,
    title: placeTitle(place),
    description: place.summary,
    image: place.picture.key,
    current: place.path,
    breadcrumb: [
      { name: place.kind === "activity" ? m.leisure_activities() : m.leisure_tables(), path: paths.restauration },
      { name: place.label, path: place.path },
    ],
    structuredData: () => (place.data === null ? [] : [place.data]),
    content: () => <PlacePage place={place} backHref={paths.restauration} />,
  });
}

/** The page title varies by type (section 2.5). */
function placeTitle({ kind, label }: PlaceDetail): string {
  if (kind === "activity") return label;
  const titles = {
    restaurant: m.leisure_title_restaurant,
    bar: m.leisure_title_bar,
    hostel: m.leisure_title_hotel,
  };
  return titles[kind]({ place: label });
}
