import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { m } from "../../messages/messages.js";
import { GROUP } from "../../venues/group.ts";
import { venuePage } from "../page.server.ts";
import { useSite } from "../../venues/pages/use-site.ts";
import { VenuePage } from "./venue-page.tsx";
import { publisherOf } from "../../pictures/publisher.server.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { contentTag } from "../blocks.server.ts";
import { legalText, picturesIn } from "../legal-texts.server.ts";
import type { Route } from "./+types/swiss-loyalty.route.ts";
import { SwissLoyalty } from "./swiss-loyalty.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "loyalty" };

/**
 * '/players-plus-ch': the free loyalty programme as Swiss law allows it to be described, without advantages or amounts.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  if (venue.policy.loyaltyPromo !== "swiss") throw redirect(paths.home);
  const { world, locale } = request;
  request.made.tags.add(contentTag(venue.projectId, "players-plus-ch"));
  const publisher = await publisherOf(world, venue, locale);
  const { document, language } = await legalText(world, venue, "players-plus-ch", locale, publisher);
  const pictures = await picturesIn(world, [document], locale);
  const title = m.legal_loyalty_title({ program: GROUP.program });
  const page = await venuePage(request, venue, {
    path: paths.swissProgramme,
    title,
    description: m.legal_loyalty_description({ program: GROUP.program }),
    image: publisher.cover.key,
    breadcrumb: [{ name: GROUP.program, path: paths.swissProgramme }],
  });
  const hero = Object.values(pictures)[0] ?? publisher.cover;
  return { page, title, text: { document, language }, hero, pictures };
}

export default function SwissLoyaltyPage({ loaderData: { page, ...loyalty } }: Route.ComponentProps) {
  const site = useSite();
  return (
    <VenuePage page={page}>
      <SwissLoyalty {...loyalty} site={site} />
    </VenuePage>
  );
}
