import { VenuePage } from "../../content/pages/venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/activity.route.ts";
import { PlacePage } from "./place-detail.tsx";
import { placePage } from "./place-page.server.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";

/** '/activite/{slug}': an activity of the venue. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  return placePage(request, venue, { noun: "activity", asked: params.slug });
}

export default function Activity({ loaderData: { page, place, neighbours } }: Route.ComponentProps) {
  return (
    <VenuePage page={page}>
      <PlacePage place={place} neighbours={neighbours} />
    </VenuePage>
  );
}
