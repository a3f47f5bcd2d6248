import { ServerContent } from "../../ui/page-assets.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/agenda.route.ts";
import { showProgramme } from "./show-programme.tsx";

/** '/agenda': what the venue announces beside its shows (section 2.1). */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  await showProgramme(request, venue, "announcements");
  return null;
}

export default function Agenda() {
  return <ServerContent />;
}
