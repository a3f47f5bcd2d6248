import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { m } from "../../messages/messages.js";
import { venuePage } from "../page.server.ts";
import { useSite } from "../../venues/pages/use-site.ts";
import { VenuePage } from "./venue-page.tsx";
import { publisherOf } from "../../pictures/publisher.server.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { contentTag } from "../blocks.server.ts";
import { picturesIn } from "../legal-texts.server.ts";
import { PREVENTION_KEYS } from "../prevention-keys.ts";
import { preventionParts } from "../prevention.server.ts";
import type { Route } from "./+types/prevention.route.ts";
import { Prevention } from "./prevention.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export { headers } from "./noindex.ts";
export const handle = { current: "prevention" };

/**
 * '/concept-social': the social concept with its five parts, where the country requires it (Switzerland, art. 76 and 77
 * LJAr).
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  if (!venue.policy.hasPrevention) throw redirect(paths.home);
  const { world, locale } = request;
  for (const key of PREVENTION_KEYS) request.made.tags.add(contentTag(venue.projectId, key));
  const publisher = await publisherOf(world, venue, locale);
  const parts = await preventionParts(world, venue, locale, publisher);
  const documents = parts.map(({ document }) => document);
  const page = await venuePage(request, venue, {
    path: paths.prevention,
    title: m.nav_prevention(),
    description: m.legal_prevention_lead(),
    image: publisher.cover.key,
  });
  const pictures = await picturesIn(world, documents, locale);
  return { page, parts, locale, pictures };
}

export default function PreventionPage({ loaderData: { page, ...prevention } }: Route.ComponentProps) {
  const { phone } = useSite();
  return (
    <VenuePage page={page}>
      <Prevention {...prevention} phone={phone} />
    </VenuePage>
  );
}
