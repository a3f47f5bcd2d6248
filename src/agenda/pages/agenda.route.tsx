import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/agenda.route.ts";
import { programmeData } from "./programme-data.server.ts";
import { ProgrammePage } from "./programme-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "agenda" };

/** '/agenda': everything that the venue announces, shows included. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  return programmeData(request, venue, "all");
}

export default ProgrammePage;
