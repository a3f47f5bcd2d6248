import { m } from "../../paraglide/messages.js";
import { ServerContent } from "../../ui/page-assets.tsx";
import { paths } from "../../venues/paths.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/privacy.route.ts";
import { showLegalText } from "./show-legal-text.tsx";

/** '/politique-de-confidentialite' (section 2.1). */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  return showLegalText(request, venue, {
    key: "politique-de-confidentialite",
    path: paths.privacy,
    title: m.legal_privacy_title(),
    current: "privacy",
  });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function Privacy() {
  return <ServerContent />;
}
