import { redirect } from "react-router";
import { ServerContent } from "../../ui/page-assets.tsx";
import { paths } from "../../venues/paths.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/shows.route.ts";
import { showProgramme } from "./show-programme.tsx";

/** '/spectacles': the venue's shows (section 2.1). Where there are none, there is no such list and the agenda answers. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const { hasShows } = await showProgramme(request, venue, "shows");
  if (!hasShows) throw redirect(paths.agenda);
  return null;
}

export default function Shows() {
  return <ServerContent />;
}
