import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/agenda.route.ts";
import { eventListData } from "./event-list-data.server.ts";
import { EventListPage } from "./event-list-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "agenda" };

/** '/agenda': everything that the venue announces, shows included. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  return eventListData(request, venue, "all");
}

export default EventListPage;
