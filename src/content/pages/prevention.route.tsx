import { data, redirect } from "react-router";
import { m } from "../../paraglide/messages.js";
import { ServerContent } from "../../ui/page-assets.tsx";
import { paths } from "../../venues/paths.ts";
import { publisherOf } from "../../venues/publisher.server.ts";
import { showVenuePage } from "../../venues/pages/venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { picturesIn } from "../legal-texts.server.ts";
import { contentTag } from "../blocks.server.ts";
import { PREVENTION_KEYS } from "../prevention-keys.ts";
import { preventionParts } from "../prevention.server.ts";
import type { Route } from "./+types/prevention.route.ts";
import preventionCss from "./prevention.css?inline";
import { Prevention } from "./prevention.tsx";
import proseCss from "./prose.css?inline";
import readingCss from "./reading.css?inline";
import { NOINDEX } from "./show-legal-text.tsx";

/** '/concept-social': the social concept with its five blocks, where the country asks for it (LJAr 76 and 77, G6). */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  if (!venue.policy.hasPrevention) throw redirect(paths.home);
  const { world, locale } = request;
  for (const key of PREVENTION_KEYS) request.made.tags.add(contentTag(venue.projectId, key));
  const publisher = await publisherOf(world, venue, locale);
  const parts = await preventionParts(world, venue, locale, publisher);
  const picture = await picturesIn(
    world,
    parts.map(({ document }) => document),
    locale,
  );
  await showVenuePage(request, venue, {
    path: paths.prevention,
    title: m.nav_prevention(),
    description: m.legal_prevention_lead(),
    image: publisher.cover.key,
    current: "prevention",
    breadcrumb: [{ name: m.nav_prevention(), path: paths.prevention }],
    pictures: picture.all,
    sheets: [proseCss, readingCss, preventionCss],
    content: (site) => <Prevention parts={parts} locale={locale} phone={site.phone} picture={picture.view} />,
  });
  return data(null, { headers: NOINDEX });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function PreventionPage() {
  return <ServerContent />;
}
