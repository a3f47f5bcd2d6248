import * as paths from "../venues/paths.ts";
import { agendaCards } from "../agenda/agenda.server.ts";
import { featuredLines } from "../agenda/featured-lines.server.ts";
import type { BlockDocument } from "../content/contract.ts";
import { projectContent, summaryOf } from "../content/blocks.server.ts";
import { galleryKeys, pictureViews } from "../pictures/views.server.ts";
import { sanitiseRich } from "../content/sanitise.server.ts";
import { gamePanels } from "../games/games.server.ts";
import { jackpotBlock } from "../jackpots/jackpots.server.ts";
import { leisureTitle, meetingCards, placeCards } from "../leisure/leisure.server.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { clubOf } from "../venues/club.ts";
import { namingOf } from "../venues/language/naming.ts";
import { placeName } from "../venues/language/titles.ts";
import { hoursView } from "../venues/hours/view.ts";
import type { Establishment } from "../venues/records.server.ts";
import type { Venue } from "../venues/venue.ts";
import type { HomeView } from "./home-view.ts";

/** The pictures that a visitor has seen before coming to the gallery. */
function keysAbove({
  cover,
  agenda,
  games,
  places,
  hotel,
  meetingsPicture,
  shop,
}: Omit<HomeView, "gallery">): Set<string> {
  const above = [cover, hotel, shop, ...agenda, ...games, ...places].map((block) => block?.picture);
  return new Set([...above, meetingsPicture].flatMap((picture) => picture?.key ?? []));
}

/** With this many games or fewer the games block is small. */
const SMALL_GAMES_GRID = 4;
const SHOP_PICTURE = "gift-box-ribbon";

/**
 * The data of a venue's Home in one language, the instants at which it changes, and the description for search engines
 * with the text block from which it is taken.
 */
export async function homeView(
  world: World,
  venue: Venue,
  locale: Locale,
  row: Establishment,
): Promise<{ home: HomeView; changeTimes: Date[]; description: string | null; ownWords: BlockDocument }> {
  const db = world.database.db;
  const [agenda, lines, games, jackpots, { places, changeTimes }, meetings, gallery, content] = await Promise.all([
    agendaCards(world, venue, locale),
    featuredLines(world, [venue], locale),
    gamePanels(world, venue, locale, row.games_summary),
    venue.policy.hasJackpotBlocks ? jackpotBlock(world, venue, locale) : null,
    placeCards(world, venue, locale),
    meetingCards(world, venue, locale),
    galleryKeys(world.database.db, venue.id),
    projectContent(world, venue, locale),
  ]);
  const picture = await pictureViews(db, [row.cover_picture, SHOP_PICTURE, ...gallery], locale);
  const announced = lines.get(venue.id);
  const blocks: Omit<HomeView, "gallery"> = {
    cover: {
      picture: picture(row.cover_picture),
      place: placeName(namingOf(row)),
      lantern: row.lantern_x === null || row.lantern_y === null ? null : { x: row.lantern_x, y: row.lantern_y },
    },
    tagline: row.tagline[locale],
    presentation: sanitiseRich(row.presentation[locale]),
    hours: hoursView(row.opening_hours, venue, locale, world.now()),
    featured: announced?.line ?? null,
    agenda: agenda.cards,
    agendaHref: paths.agenda,
    games: games.panels,
    isSmallGamesGrid: games.count <= SMALL_GAMES_GRID,
    gamesHref: paths.games,
    jackpots,
    jackpotsHref: paths.jackpots,
    club: clubOf(venue),
    leisureTitle: leisureTitle(row.horsjeu_summary, places, locale),
    places: places.filter((place) => place.kind !== "hostel"),
    leisureHref: paths.restauration,
    hotel: places.find((place) => place.kind === "hostel") ?? null,
    meetings: row.meetings_active ? meetings : [],
    meetingsPicture: meetings[0]?.picture ?? null,
    shop: row.shop_url === null ? null : { href: row.shop_url, picture: picture(SHOP_PICTURE) },
    nearby: row.locality_nearby?.[locale] ?? null,
  };
  const above = keysAbove(blocks);
  // Where all its pictures stand above, the gallery shows them again, because the navigation leads to it.
  const unseen = gallery.filter((key) => !above.has(key));
  const home = { ...blocks, gallery: (unseen.length === 0 ? gallery : unseen).map(picture) };
  const ownWords = content.get("home-text") ?? { blocks: [] };
  return {
    home,
    changeTimes: [...agenda.changeTimes, ...changeTimes, ...(announced === undefined ? [] : [announced.validUntil])],
    description: summaryOf(ownWords),
    ownWords,
  };
}
