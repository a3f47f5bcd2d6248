import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/privacy.route.ts";
import { LegalPage } from "./legal-page.tsx";
import { legalTextPage } from "./legal-text.server.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export { headers } from "./noindex.ts";
export const handle = { current: "privacy" };

/** '/politique-de-confidentialite': the privacy policy. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  return legalTextPage(request, venue, {
    key: "politique-de-confidentialite",
    path: paths.privacy,
    title: m.legal_privacy_title(),
  });
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
