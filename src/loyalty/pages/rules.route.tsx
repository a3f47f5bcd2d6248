import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { LegalPage } from "../../content/pages/legal-page.tsx";
import { legalTextPage } from "../../content/pages/legal-text.server.ts";
import { m } from "../../messages/messages.js";
import { GROUP } from "../../venues/group.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/rules.route.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "loyalty" };

/** `/players-plus/reglement`: the programme's rules, to be accepted at enrollment. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  if (venue.policy.loyaltyPromo === "swiss") throw redirect(paths.swissProgramme);
  return legalTextPage(request, venue, {
    key: "players-plus-rules",
    path: paths.programmeRules,
    title: m.enrollment_rules_title({ program: GROUP.program }),
  });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function Rules({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
