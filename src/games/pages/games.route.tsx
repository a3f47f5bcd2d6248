import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { GROUP } from "../../venues/group.ts";
import { venuePage } from "../../content/page.server.ts";
import { VenuePage } from "../../content/pages/venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { gamesPage } from "../game-pages.server.ts";
import type { Route } from "./+types/games.route.ts";
import { GamesPage } from "./games-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "games" };

/** '/jeux': the games of the venue. */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const view = await gamesPage(request.world, venue, request.locale);
  const page = await venuePage(request, venue, {
    path: paths.games,
    title: m.games_page_title(),
    description: m.games_page_description({ brand: GROUP.brand, venue: venue.name }),
    image: view.picture.key,
    breadcrumb: [{ name: m.nav_games(), path: paths.games }],
    textKey: "jeux-edito",
  });
  return { page, view };
}

export default function Games({ loaderData: { page, view } }: Route.ComponentProps) {
  return (
    <VenuePage page={page}>
      <GamesPage view={view} />
    </VenuePage>
  );
}
