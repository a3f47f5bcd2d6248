import { ServerContent } from "../../ui/page-assets.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { activityDetail } from "../details.server.ts";
import type { Route } from "./+types/activity.route.ts";
import { showPlace } from "./show-place.tsx";

/** '/activite/{slug}' (section 2.5), 'cabaret-nu' among them where the venue has it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  await showPlace(request, venue, await activityDetail(request.world, venue, request.locale, params.slug));
  return null;
}

export default function Activity() {
  return <ServerContent />;
}
