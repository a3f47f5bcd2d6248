import { OpeningsScript } from "../../venues/hours/open-line.tsx";
import { VenuePage } from "../../content/pages/venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/restaurant.route.ts";
import { PlacePage } from "./place-detail.tsx";
import { placePage } from "./place-page.server.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";

/** '/restauration/{slug}': a restaurant, bar or hotel. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  return placePage(request, venue, { noun: "restaurant", asked: params.slug });
}

export default function Restaurant({ loaderData: { page, place, neighbours } }: Route.ComponentProps) {
  return (
    <VenuePage page={page}>
      <PlacePage place={place} neighbours={neighbours} />
      <OpeningsScript />
    </VenuePage>
  );
}
