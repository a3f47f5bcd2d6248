import { m } from "../../paraglide/messages.js";
import { ServerContent } from "../../ui/page-assets.tsx";
import { paths } from "../../venues/paths.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/terms.route.ts";
import { showLegalText } from "./show-legal-text.tsx";

/** '/cgu': the terms of use (section 2.1). */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  return showLegalText(request, venue, {
    key: "cgu",
    path: paths.terms,
    title: m.legal_terms_title(),
    current: "terms",
  });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function Terms() {
  return <ServerContent />;
}
