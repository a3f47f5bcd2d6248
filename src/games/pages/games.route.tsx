import { ServerContent } from "../../ui/page-assets.tsx";
import { m } from "../../paraglide/messages.js";
import { showVenuePage } from "../../venues/pages/show-venue-page.tsx";
import { GROUP } from "../../venues/group.ts";
import { paths } from "../../venues/paths.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { gamesPage } from "../game-pages.server.ts";
import type { Route } from "./+types/games.route.ts";
import { GamesPage } from "./games-page.tsx";

/** '/jeux': the games of the house (section 2.1). */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const view = await gamesPage(request.world, venue, request.locale);
  const cards = view.sections.flatMap(({ games }) => games);
  await showVenuePage(request, venue, {
    path: paths.games,
    title: m.games_page_title(),
    description: m.games_page_description({ brand: GROUP.brand, venue: venue.name }),
    image: view.picture.key,
    current: "games",
    breadcrumb: [{ name: m.nav_games(), path: paths.games }],
    slotKey: "jeux-edito",
    content: () => <GamesPage view={view} />,
  });
  return null;
}

export default function Games() {
  return <ServerContent />;
}
