import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { pageMeta } from "../../venues/document/page-meta.ts";
import { VenuePage } from "./venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/terms.route.ts";
import { LegalPage } from "./legal-page.tsx";
import { legalTextPage } from "./legal-text.server.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
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

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.page.head);

export default function Terms({ loaderData: { page, legal } }: Route.ComponentProps) {
  return (
    <VenuePage page={page}>
      <LegalPage {...legal} />
    </VenuePage>
  );
}
