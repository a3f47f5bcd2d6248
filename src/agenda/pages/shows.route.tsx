import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/shows.route.ts";
import { eventListData } from "./event-list-data.server.ts";
import { EventListPage } from "./event-list-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "agenda" };

/** '/spectacles': the venue's shows. Without any, it redirects to the agenda. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const data = await eventListData(request, venue, "shows");
  if (!data.eventList.hasShows) throw redirect(paths.agenda);
  return data;
}

export default EventListPage;
