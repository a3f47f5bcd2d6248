import { redirect } from "react-router";
import { showLegalText } from "../../content/pages/show-legal-text.tsx";
import { m } from "../../paraglide/messages.js";
import { ServerContent } from "../../ui/page-assets.tsx";
import { GROUP } from "../../venues/group.ts";
import { paths } from "../../venues/paths.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { RULES_PATH } from "../rules-path.ts";
import type { Route } from "./+types/rules.route.ts";

/** '/players-plus/reglement': the programme's rules, which whoever enrolls accepts (section 5). */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  if (venue.policy.loyaltyPromo === "swiss") throw redirect(paths.swissLoyalty);
  return showLegalText(request, venue, {
    key: "players-plus-rules",
    path: RULES_PATH,
    title: m.enrollment_rules_title({ program: GROUP.program }),
    current: "loyalty",
  });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function Rules() {
  return <ServerContent />;
}
