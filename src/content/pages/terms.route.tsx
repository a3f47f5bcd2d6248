import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/terms.route.ts";
import { LegalPage } from "./legal-page.tsx";
import { legalTextPage } from "./legal-text.server.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export { headers } from "./noindex.ts";
export const handle = { current: "terms" };

/** '/cgu': the terms of use. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  return legalTextPage(request, venue, {
    key: "cgu",
    path: paths.terms,
    title: m.legal_terms_title(),
  });
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
