import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { venuePage } from "../../content/page.server.ts";
import { VenuePage } from "../../content/pages/venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { leisureView } from "../leisure.server.ts";
import type { LeisureView } from "../views.ts";
import type { Route } from "./+types/restauration.route.ts";
import { RestaurationPage } from "./restauration-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: paths.restauration };

/** '/restauration': restaurants and bars, hotels, activities and the show hall. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const { leisure, changeTimes } = await leisureView(request.world, venue, request.locale);
  request.made.changeTimes.push(...changeTimes);
  const path = paths.restauration;
  const title = pageTitle(leisure);
  const page = await venuePage(request, venue, {
    path,
    title,
    description: pageDescription(leisure),
    image: leisure.picture.key,
    breadcrumb: [{ name: title, path }],
    textKey: "restauration-edito",
  });
  return { page, leisure };
}

export default function Restauration({ loaderData: { page, leisure } }: Route.ComponentProps) {
  return (
    <VenuePage page={page}>
      <RestaurationPage leisure={leisure} />
    </VenuePage>
  );
}

function pageTitle({ tables, hotels, activities }: LeisureView): string {
  if (tables.length > 0) return hotels.length > 0 ? m.leisure_tables_and_hotel() : m.leisure_tables();
  if (hotels.length > 0) return m.leisure_hotel();
  return activities.length > 0 ? m.leisure_activities() : m.leisure_tables();
}

function pageDescription({ tables, hotels, activities }: LeisureView): string | null {
  const places = [...tables, ...hotels, ...activities].map((place) => place.label);
  return places.length === 0 ? null : m.leisure_description({ places: places.join(", ") });
}
