import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { m } from "../../messages/messages.js";
import { GROUP } from "../../venues/group.ts";
import { venuePage } from "../../content/page.server.ts";
import { VenuePage } from "../../content/pages/venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { jackpotsTag } from "../../venues/venue.ts";
import { jackpotChoice, jackpotsPage } from "../jackpots-page.server.ts";
import type { Route } from "./+types/jackpots.route.ts";
import { JackpotsPage } from "./jackpots-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "games" };

const SOCIAL_PICTURE = "game-slot-machines";

/** '/jeux/jackpots': the jackpots of the venue, where its country has such a page. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  if (!venue.policy.hasJackpotsPage) throw redirect(paths.home);
  const { world, locale, made, query } = request;
  const { view, changeTimes } = await jackpotsPage(world, venue, locale, jackpotChoice(query));
  made.tags.add(jackpotsTag(venue.siteId));
  made.changeTimes.push(...changeTimes);
  // Only the pages of machines with jackpots are cached: there is no limit to the numbers that a visitor may write.
  if (view.slot !== null) made.isCacheable = view.rows.length > 0 && query.get("slot") === String(view.slot);
  const page = await venuePage(request, venue, {
    path: paths.jackpots,
    title: m.jackpots_page_title(),
    description: m.jackpots_page_description({ brand: GROUP.brand, venue: venue.name }),
    image: SOCIAL_PICTURE,
    breadcrumb: [
      { name: m.nav_games(), path: paths.games },
      { name: m.jackpots_page_title(), path: paths.jackpots },
    ],
  });
  return { page, view };
}

export default function Jackpots({ loaderData: { page, view } }: Route.ComponentProps) {
  return (
    <VenuePage page={page}>
      <JackpotsPage view={view} />
    </VenuePage>
  );
}
