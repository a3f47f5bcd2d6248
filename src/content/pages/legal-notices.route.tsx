import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { venuePage } from "../page.server.ts";
import { useSite } from "../../venues/pages/use-site.ts";
import { VenuePage } from "./venue-page.tsx";
import { publisherOf } from "../../pictures/publisher.server.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/legal-notices.route.ts";
import { LegalNotices } from "./legal-notices.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export { headers } from "./noindex.ts";
export const handle = { current: "legal-notices" };

/** '/legal-notices': who publishes the site, and the paragraphs of the venue's legal notice. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const publisher = await publisherOf(request.world, venue, request.locale);
  const title = m.legal_notices_title();
  const page = await venuePage(request, venue, {
    path: paths.legalNotices,
    title,
    description: m.legal_notices_description({ title: publisher.title, company: publisher.company }),
    image: publisher.cover.key,
  });
  return { page, title, publisher };
}

export default function LegalNoticesPage({ loaderData: { page, title, publisher } }: Route.ComponentProps) {
  const site = useSite();
  return (
    <VenuePage page={page}>
      <LegalNotices title={title} site={site} publisher={publisher} />
    </VenuePage>
  );
}
