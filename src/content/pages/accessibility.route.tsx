import { m } from "../../messages/messages.js";
import { publisherOf } from "../../pictures/publisher.server.ts";
import { useSite } from "../../venues/pages/use-site.ts";
import * as paths from "../../venues/paths.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { accessibilityResults } from "../accessibility-results.ts";
import { venuePage } from "../page.server.ts";
import type { Route } from "./+types/accessibility.route.ts";
import { AccessibilityStatement } from "./accessibility.tsx";
import { VenuePage } from "./venue-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export { headers } from "./noindex.ts";
export const handle = { current: "accessibility" };

/** '/accessibilite': the accessibility statement that the law of the venue's country asks for, with the latest results. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const publisher = await publisherOf(request.world, venue, request.locale);
  const title = m.accessibility_title();
  const page = await venuePage(request, venue, {
    path: paths.accessibility,
    title,
    description: m.accessibility_description({ title: publisher.title }),
    image: publisher.cover.key,
  });
  const { authority, law } = venue.policy.accessibility;
  const statement = {
    publisher: { title: publisher.title, company: publisher.company },
    law: law[request.locale],
    authority: { name: authority.name[request.locale], href: authority.href },
    results: accessibilityResults(venue.country),
  };
  return { page, title, statement };
}

export default function AccessibilityPage({ loaderData: { page, title, statement } }: Route.ComponentProps) {
  const site = useSite();
  return (
    <VenuePage page={page}>
      <AccessibilityStatement title={title} site={site} {...statement} />
    </VenuePage>
  );
}
