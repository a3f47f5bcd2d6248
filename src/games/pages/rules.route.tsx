import { redirect } from "react-router";
import { contentTag } from "../../content/blocks.server.ts";
import { m } from "../../paraglide/messages.js";
import { ServerContent } from "../../ui/page-assets.tsx";
import { showVenuePage } from "../../venues/pages/show-venue-page.tsx";
import { paths } from "../../venues/paths.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { gameRules } from "../game-pages.server.ts";
import type { Route } from "./+types/rules.route.ts";
import { RulesPage } from "./rules-page.tsx";

/** '/media/rules/{key}': a game's rules where the venue gives no address of its own for them (G11). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const view = await gameRules(request.world, venue, params.key, request.locale);
  if (view === null) throw redirect(paths.home);
  request.made.tags.add(contentTag(venue.projectId, view.contentKey));
  const path = paths.gameRules(params.key);
  await showVenuePage(request, venue, {
    path,
    title: view.title,
    description: view.description,
    image: view.image,
    current: "games",
    breadcrumb: [
      { name: m.nav_games(), path: paths.games },
      ...(view.back.href === paths.games ? [] : [{ name: view.game, path: view.back.href }]),
      { name: view.title, path },
    ],
    content: () => <RulesPage view={view} />,
  });
  return null;
}

export default function Rules() {
  return <ServerContent />;
}
