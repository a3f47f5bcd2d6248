import { redirect } from "react-router";
import { contentTag } from "../../content/blocks.server.ts";
import { m } from "../../paraglide/messages.js";
import { ServerContent } from "../../ui/page-assets.tsx";
import { showVenuePage } from "../../venues/pages/show-venue-page.tsx";
import { paths } from "../../venues/paths.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { gamePage } from "../game-pages.server.ts";
import type { Route } from "./+types/game.route.ts";
import { GamePage } from "./game-page.tsx";

/** '/jeux/{key}': a game of the house; one that it does not have leads home (section 2.5). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const view = await gamePage(request.world, venue, params.key, request.locale);
  if (view === null) throw redirect(paths.home);
  request.made.tags.add(contentTag(venue.projectId, `game-${view.key}-text`));
  const path = paths.game(view.key);
  await showVenuePage(request, venue, {
    path,
    title: view.title,
    description: view.description,
    image: view.picture.key,
    current: "games",
    breadcrumb: [
      { name: m.nav_games(), path: paths.games },
      { name: view.title, path },
    ],
    content: () => <GamePage view={view} />,
  });
  return null;
}

export default function Game() {
  return <ServerContent />;
}
