import { data } from "react-router";
import { m } from "../../paraglide/messages.js";
import { ServerContent } from "../../ui/page-assets.tsx";
import { paths } from "../../venues/paths.ts";
import { publisherOf } from "../../venues/publisher.server.ts";
import { showVenuePage } from "../../venues/pages/venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import type { Route } from "./+types/legal-notices.route.ts";
import { LegalNotices } from "./legal-notices.tsx";
import proseCss from "./prose.css?inline";
import readingCss from "./reading.css?inline";
import { NOINDEX } from "./show-legal-text.tsx";

/** '/legal-notices': who publishes the site, and the paragraphs of the venue's legal notice (section 2.1, G31). */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const publisher = await publisherOf(request.world, venue, request.locale);
  const title = m.legal_notices_title();
  await showVenuePage(request, venue, {
    path: paths.legalNotices,
    title,
    description: m.legal_notices_description({ title: publisher.title, company: publisher.company }),
    image: publisher.cover.key,
    current: "legal-notices",
    breadcrumb: [{ name: title, path: paths.legalNotices }],
    pictures: [],
    sheets: [proseCss, readingCss],
    content: (site) => <LegalNotices title={title} site={site} publisher={publisher} />,
  });
  return data(null, { headers: NOINDEX });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function LegalNoticesPage() {
  return <ServerContent />;
}
