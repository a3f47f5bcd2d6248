import { missingPage } from "../../venues/document/missing-page.server.ts";
import * as paths from "../../venues/paths.ts";
import { contentTag } from "../../content/blocks.server.ts";
import { m } from "../../messages/messages.js";
import { venuePage } from "../../content/page.server.ts";
import { VenuePage } from "../../content/pages/venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { gameRules } from "../game-pages.server.ts";
import type { Route } from "./+types/rules.route.ts";
import { RulesPage } from "./rules-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "games" };

/** '/media/rules/{key}': a game's rules, where the venue gives no address of its own for them. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const found = await gameRules(request.world, venue, params.key, request.locale);
  if (found === null) throw missingPage();
  const { view, game, image } = found;
  request.made.tags.add(contentTag(venue.projectId, view.contentKey));
  const path = paths.gameRules(params.key);
  const page = await venuePage(request, venue, {
    path,
    title: view.title,
    description: m.games_rules_description({ game }),
    image,
    breadcrumb: [
      { name: m.nav_games(), path: paths.games },
      ...(view.back.href === paths.games ? [] : [{ name: game, path: view.back.href }]),
      { name: view.title, path },
    ],
  });
  return { page, view };
}

export default function Rules({ loaderData: { page, view } }: Route.ComponentProps) {
  return (
    <VenuePage page={page}>
      <RulesPage view={view} />
    </VenuePage>
  );
}
