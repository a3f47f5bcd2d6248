import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import type { PageRequest } from "../../venues/page-request.server.ts";
import { venuePage, type VenuePageData } from "../../content/page.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { programme } from "../agenda.server.ts";
import type { Programme, ProgrammeKind } from "../views.ts";

export type ProgrammeData = { page: VenuePageData; programme: Programme };

/** The loader data of one of the two lists of the agenda. */
export async function programmeData(request: PageRequest, venue: Venue, kind: ProgrammeKind): Promise<ProgrammeData> {
  const { programme: list, edges } = await programme(request.world, venue, request.locale, kind);
  request.made.edges.push(...edges);
  const path = kind === "shows" ? paths.shows : paths.agenda;
  const title = kind === "shows" ? m.agenda_tab_shows() : m.agenda_tab_agenda();
  const page = await venuePage(request, venue, {
    path,
    title,
    description: descriptionOf(list),
    image: list.picture.key,
    breadcrumb: [{ name: title, path }],
    ...(kind === "announcements" ? { textKey: "agenda-edito" } : {}),
  });
  return { page, programme: list };
}

/** The first titles of the list, for the meta description. */
function descriptionOf({ feature, begun, coming }: Programme): string {
  const titles = [feature, ...begun, ...coming].flatMap((item) => (item === null ? [] : [item.title])).slice(0, 3);
  return titles.length === 0 ? m.agenda_empty_title() : m.agenda_description({ titles: titles.join(" · ") });
}
