import { redirect } from "react-router";
import { paths } from "../../venues/paths.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/players-plus.route.ts";

/** '/players-plus' leads to the country's own page of the programme where it has one (G6), else home as any other path (G7). */
export function loader({ context }: Route.LoaderArgs) {
  const { venue } = venueRequest(context);
  throw redirect(venue.policy.loyaltyPromo === "swiss" ? paths.swissLoyalty : paths.home);
}

export default function PlayersPlus() {
  return null;
}
