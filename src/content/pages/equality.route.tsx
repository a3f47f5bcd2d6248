import { m } from "../../paraglide/messages.js";
import { ServerContent } from "../../ui/page-assets.tsx";
import { paths } from "../../venues/paths.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/equality.route.ts";
import { showLegalText } from "./show-legal-text.tsx";

/** '/index-egalite-professionnelle': the gender-equality index (section 2.1). */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  return showLegalText(request, venue, {
    key: "index-egalite-professionnelle",
    path: paths.equality,
    title: m.legal_equality_title(),
    current: "equality",
  });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function Equality() {
  return <ServerContent />;
}
