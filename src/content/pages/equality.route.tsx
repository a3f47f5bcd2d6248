import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/equality.route.ts";
import { LegalPage } from "./legal-page.tsx";
import { legalTextPage } from "./legal-text.server.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export { headers } from "./noindex.ts";
export const handle = { current: "equality" };

/**
 * '/index-egalite-professionnelle': the gender-equality index that French companies of 50 or more employees publish.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  return legalTextPage(request, venue, {
    key: "index-egalite-professionnelle",
    path: paths.equality,
    title: m.legal_equality_title(),
  });
}

export default function Equality({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
