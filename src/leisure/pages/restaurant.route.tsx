import { ServerContent } from "../../ui/page-assets.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { restaurantDetail } from "../details.server.ts";
import type { Route } from "./+types/restaurant.route.ts";
import { showPlace } from "./show-place.tsx";

/** '/restauration/{slug}': a restaurant, a bar or the hotel (section 2.5). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  await showPlace(request, venue, await restaurantDetail(request.world, venue, request.locale, params.slug));
  return null;
}

export default function Restaurant() {
  return <ServerContent />;
}
