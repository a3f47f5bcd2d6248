import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/shows.route.ts";
import { programmeData } from "./programme-data.server.ts";
import { ProgrammePage } from "./programme-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "agenda" };

/** '/spectacles': the venue's shows. Without any, it redirects to the agenda. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const list = await programmeData(request, venue, "shows");
  if (!list.programme.hasShows) throw redirect(paths.agenda);
  return list;
}

export default ProgrammePage;
