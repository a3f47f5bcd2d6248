import type { World } from "../platform/world.ts";
import { type Neighbours, neighboursIn } from "../venues/neighbours.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { broadcastNow, cardOf, inOrder } from "./agenda.server.ts";
import { eventDayDate } from "./event-day.ts";

const SAME_MAX = 2;

/**
 * The other announcements and shows of the same event day, and those before and after it. `changeTimes` are the instants
 * at which they change by themselves.
 */
export async function announcementNeighbours(
  world: World,
  venue: Venue,
  locale: Locale,
  id: number,
): Promise<{ neighbours: Neighbours; changeTimes: Date[] }> {
  const { rows, changeTimes, picture } = await broadcastNow(world, venue, locale);
  const reading = { now: world.now(), venue, locale };
  const list = inOrder(rows, reading).map((row) => {
    const { href, title, dateTag, picture: view } = cardOf(row, reading, picture);
    const day = eventDayDate(row.start_at, venue.policy.timeZone);
    return { id: row.id, day, neighbour: { href, title, note: dateTag, picture: view } };
  });
  const own = list.find((one) => one.id === id);
  if (own === undefined) return { neighbours: neighboursIn([], ""), changeTimes };
  const same = list.filter((one) => one !== own && one.day === own.day);
  const beside = neighboursIn(
    list.map(({ neighbour }) => neighbour),
    own.neighbour.href,
  );
  return { neighbours: { ...beside, same: same.map(({ neighbour }) => neighbour).slice(0, SAME_MAX) }, changeTimes };
}
