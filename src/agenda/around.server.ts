import type { World } from "../platform/world.ts";
import { type Around, aroundIn } from "../venues/around.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { agendaCards } from "./agenda.server.ts";
import { eveningDate } from "./evening.ts";
import { broadcastAnnouncements } from "./queries.server.ts";

const SAME_MAX = 2;

/** The other announcements and shows that begin on the same evening as this one, and those before and after it. */
export async function aroundAnnouncement(world: World, venue: Venue, locale: Locale, id: number): Promise<Around> {
  const [rows, { cards }] = await Promise.all([
    broadcastAnnouncements(world.database.db, venue.id, world.now()),
    agendaCards(world, venue, locale),
  ]);
  const evenings = new Map(rows.map((row) => [row.id, eveningDate(row.start_at, venue.policy.timeZone)]));
  const list = cards.map(({ id: one, href, title, dateTag, picture }) => ({
    one,
    href,
    title,
    note: dateTag,
    picture,
  }));
  const own = list.find(({ one }) => one === id);
  if (own === undefined) return aroundIn([], "");
  const isSame = (one: number) => one !== id && evenings.get(one) === evenings.get(id);
  const drawn = list.map(({ one: _, ...neighbour }) => neighbour);
  return {
    ...aroundIn(drawn, own.href),
    same: drawn.filter((_, at) => isSame(list[at]?.one ?? id)).slice(0, SAME_MAX),
  };
}
