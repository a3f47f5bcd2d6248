import { m } from "../../paraglide/messages.js";
import { ServerContent } from "../../ui/page-assets.tsx";
import { showVenuePage } from "../../venues/pages/show-venue-page.tsx";
import { paths } from "../../venues/paths.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { leisureView } from "../leisure.server.ts";
import type { LeisureView } from "../views.ts";
import type { Route } from "./+types/restauration.route.ts";
import { RestaurationPage } from "./restauration-page.tsx";

/** '/restauration': restaurants and bars, the hotel, activities and the show hall (section 2.1). */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const { leisure, edges } = await leisureView(request.world, venue, request.locale);
  request.made.edges.push(...edges);
  const path = paths.restauration;
  const title = pageTitle(leisure);
  await showVenuePage(request, venue, {
    path,
    title,
    description: pageDescription(leisure),
    image: leisure.picture.key,
    current: path,
    breadcrumb: [{ name: title, path }],
    slotKey: "restauration-edito",
    content: () => <RestaurationPage leisure={leisure} />,
  });
  return null;
}

export default function Restauration() {
  return <ServerContent />;
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

function picturesOf({ picture, tables, hotels, activities, hall }: LeisureView) {
  const places = [...tables, ...hotels, ...activities].map((place) => place.picture);
  return [picture, ...places, ...(hall?.show ? [hall.show.picture] : [])];
}
