import { missingPage } from "../../venues/document/missing-page.server.ts";
import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { m } from "../../messages/messages.js";
import { pictureAddress, venueOrigin } from "../../venues/addresses/origins.server.ts";
import { venuePage } from "../../content/page.server.ts";
import { VenuePage } from "../../content/pages/venue-page.tsx";
import { parseAgendaQuery } from "../../venues/addresses/slugs.ts";
import { venueRequest, withQuery } from "../../venues/venue-request.server.ts";
import { announcementNeighbours } from "../neighbours.server.ts";
import { announcementDetail } from "../agenda.server.ts";
import { eventData } from "../event-data.ts";
import type { Route } from "./+types/announcement.route.ts";
import { AnnouncementPage } from "./announcement-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "agenda" };

/**
 * '/agenda/{id}/{name}' and '/spectacles/{id}/{name}', and the alias '/agenda/{id}-{name}'. Any other address of an
 * announcement redirects to its own with status 301; an id that is not broadcast redirects to Home.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const { world, locale, made } = request;
  const id = wantedId(params);
  const found = id === null ? null : await announcementDetail(world, venue, locale, id, await request.establishment());
  if (id === null || found === null) throw missingPage();
  const { detail, head, changeTimes } = found;
  if (request.path !== head.href) throw redirect(withQuery(request, head.href), 301);
  made.changeTimes.push(...changeTimes);
  const origin = venueOrigin(world, venue);
  const page = await venuePage(request, venue, {
    path: head.href,
    title: detail.title,
    description: head.summary === "" ? null : head.summary,
    image: detail.picture.key,
    breadcrumb: [
      detail.isShow
        ? { name: m.agenda_tab_shows(), path: paths.shows }
        : { name: m.agenda_tab_agenda(), path: paths.agenda },
      { name: detail.title, path: head.href },
    ],
    structuredData: (site) => [
      eventData(found, site, origin, pictureAddress(world, venue, detail.picture.key, "1920x1080")),
    ],
  });
  const beside = await announcementNeighbours(world, venue, locale, id);
  made.changeTimes.push(...beside.changeTimes);
  return { page, detail, neighbours: beside.neighbours };
}

export default function Announcement({ loaderData: { page, detail, neighbours } }: Route.ComponentProps) {
  return (
    <VenuePage page={page}>
      <AnnouncementPage detail={detail} neighbours={neighbours} />
    </VenuePage>
  );
}

/** The id in either form of the address; null where there is none. */
function wantedId(params: { id?: string; query?: string }): number | null {
  if (params.query !== undefined) return parseAgendaQuery(params.query)?.id ?? null;
  const { id = "" } = params;
  return id.includes("-") ? null : (parseAgendaQuery(id)?.id ?? null);
}
