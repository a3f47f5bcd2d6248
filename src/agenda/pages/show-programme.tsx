import { m } from "../../paraglide/messages.js";
import type { PageRequest } from "../../request-context.server.ts";
import { paths } from "../../venues/paths.ts";
import { showVenuePage } from "../../venues/pages/show-venue-page.tsx";
import type { Venue } from "../../venues/venue.ts";
import { programme } from "../agenda.server.ts";
import type { Programme, ProgrammeKind } from "../views.ts";
import { ProgrammePage } from "./programme-page.tsx";

/** Puts one of the two lists of the agenda into the venue's frame; answers whether the venue has shows at all. */
export async function showProgramme(
  request: PageRequest,
  venue: Venue,
  kind: ProgrammeKind,
): Promise<{ hasShows: boolean }> {
  const { programme: list, edges } = await programme(request.world, venue, request.locale, kind);
  const hasShows = list.hasShows;
  if (kind === "shows" && !hasShows) return { hasShows };
  request.made.edges.push(...edges);
  const path = kind === "shows" ? paths.shows : paths.agenda;
  const title = kind === "shows" ? m.agenda_tab_shows() : m.agenda_tab_agenda();
  await showVenuePage(request, venue, {
    path,
    title,
    description: descriptionOf(list),
    image: list.picture.key,
    current: "agenda",
    breadcrumb: [{ name: title, path }],
    slotKey: kind === "announcements" ? "agenda-edito" : undefined,
    content: (site) => <ProgrammePage programme={list} venueTitle={site.title} />,
  });
  return { hasShows };
}

/** The first titles of the list: what a search result can promise. */
function descriptionOf({ feature, begun, coming }: Programme): string {
  const titles = [feature, ...begun, ...coming].flatMap((item) => (item === null ? [] : [item.title])).slice(0, 3);
  return titles.length === 0 ? m.agenda_empty_title() : m.agenda_description({ titles: titles.join(" · ") });
}

function picturesOf({ picture, begun, coming, others }: Programme) {
  return [picture, ...[...begun, ...coming, ...others].map((card) => card.picture)];
}
