import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import type { PageRequest } from "../../venues/document/page-request.server.ts";
import { venuePage, type VenuePageData } from "../../content/page.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { eventList } from "../event-list.server.ts";
import type { EventList, EventListFilter, EventListKind } from "../views.ts";
import { FILTER_PARAMETER, filterNamed } from "./filters.ts";

export type EventListData = { page: VenuePageData; eventList: EventList };

/** The picture in link previews where nothing is announced. */
const FALLBACK_PICTURE = "hall-chandelier";

/** The loader data of one of the two lists of the agenda, or of the part of it that the query names. */
export async function eventListData(request: PageRequest, venue: Venue, kind: EventListKind): Promise<EventListData> {
  const filter = filterNamed(request.query.get(FILTER_PARAMETER));
  const contact = await request.establishment();
  const { eventList: list, changeTimes } = await eventList(
    request.world,
    venue,
    request.locale,
    { kind, filter },
    contact,
  );
  request.made.changeTimes.push(...changeTimes);
  const path = kind === "shows" ? paths.shows : paths.agenda;
  const name = kind === "shows" ? m.agenda_tab_shows() : m.agenda_tab_agenda();
  const page = await venuePage(request, venue, {
    path,
    title: titleOf(name, filter),
    description: descriptionOf(list),
    image: list.featured?.picture.key ?? FALLBACK_PICTURE,
    breadcrumb: [{ name, path }],
    ...(kind === "all" && filter === null ? { textKey: "agenda-edito" } : {}),
  });
  return { page, eventList: list };
}

function titleOf(list: string, filter: EventListFilter | null): string {
  if (filter === null) return list;
  return { tonight: m.agenda_title_tonight, weekend: m.agenda_title_weekend, free: m.agenda_title_free }[filter]({
    list,
  });
}

/** The first titles of the list, for the meta description. */
function descriptionOf({ featured, days, running }: EventList): string {
  const items = [featured, ...days.flatMap((day) => day.items), ...running];
  const titles = items.flatMap((item) => (item === null ? [] : [item.title])).slice(0, 3);
  return titles.length === 0 ? m.agenda_empty_title() : m.agenda_description({ titles: titles.join(" · ") });
}
