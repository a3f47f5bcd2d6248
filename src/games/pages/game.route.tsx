import { missingPage } from "../../venues/document/missing-page.server.ts";
import * as paths from "../../venues/paths.ts";
import { contentTag } from "../../content/blocks.server.ts";
import { m } from "../../messages/messages.js";
import { venuePage } from "../../content/page.server.ts";
import { VenuePage } from "../../content/pages/venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { gamePage } from "../game-pages.server.ts";
import type { Route } from "./+types/game.route.ts";
import { GamePage } from "./game-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "games" };

/** '/jeux/{key}': a game of the venue. A game that it does not have redirects to Home. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const found = await gamePage(request.world, venue, params.key, request.locale);
  if (found === null) throw missingPage();
  const { view, description, neighbours } = found;
  request.made.tags.add(contentTag(venue.projectId, `game-${view.key}-text`));
  const path = paths.game(view.key);
  const page = await venuePage(request, venue, {
    path,
    title: view.title,
    description,
    image: view.picture.key,
    breadcrumb: [
      { name: m.nav_games(), path: paths.games },
      { name: view.title, path },
    ],
  });
  return { page, view, neighbours };
}

export default function Game({ loaderData: { page, view, neighbours } }: Route.ComponentProps) {
  return (
    <VenuePage page={page}>
      <GamePage view={view} neighbours={neighbours} />
    </VenuePage>
  );
}
