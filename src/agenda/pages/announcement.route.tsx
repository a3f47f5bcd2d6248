import { redirect } from "react-router";
import { RichText } from "../../content/pages/rich-text.tsx";
import { m } from "../../paraglide/messages.js";
import { ServerContent } from "../../ui/page-assets.tsx";
import { pictureAddress, venueOrigin } from "../../venues/origins.server.ts";
import { Banners } from "../../venues/pages/banners.tsx";
import { Detail } from "../../venues/pages/detail.tsx";
import { showVenuePage } from "../../venues/pages/show-venue-page.tsx";
import { paths } from "../../venues/paths.ts";
import { parseAgendaQuery } from "../../venues/slugs.ts";
import { venueRequest, withQuery } from "../../venues/venue-request.server.ts";
import { announcementDetail } from "../agenda.server.ts";
import { eventData } from "../event-data.ts";
import type { Route } from "./+types/announcement.route.ts";
import { Booking } from "./booking.tsx";

/**
 * '/agenda/{id}/{name}' and '/spectacles/{id}/{name}' (section 2.5), and the alias '/agenda/{id}-{name}'. Any address of
 * an announcement other than its own leads there for good (G1); an id that is not broadcast leads home.
 */
export async function loader({ context, params, request: { url } }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const { world, locale, made } = request;
  const id = wantedId(params);
  const found = id === null ? null : await announcementDetail(world, venue, locale, id);
  if (found === null) throw redirect(paths.home);
  const { detail, edges } = found;
  if (new URL(url).pathname !== detail.href) throw redirect(withQuery(request, detail.href), 301);
  made.edges.push(...edges);
  const list = detail.isShow
    ? { name: m.agenda_tab_shows(), path: paths.shows }
    : { name: m.agenda_tab_agenda(), path: paths.agenda };
  await showVenuePage(request, venue, {
    path: detail.href,
    title: detail.title,
    description: detail.words === "" ? null : detail.words,
    image: detail.picture.key,
    current: "agenda",
    breadcrumb: [list, { name: detail.title, path: detail.href }],
    structuredData: (site) => [
      eventData(detail, site, venueOrigin(world, venue), pictureAddress(world, venue, detail.picture.key, "1920x1080")),
    ],
    content: (site) => (
      <Detail
        title={detail.title}
        picture={detail.picture}
        backHref={list.path}
        tag={<p className="detail-tag figures">{detail.dateTag}</p>}
        actions={<Booking detail={detail} listHref={list.path} />}
      >
        <RichText html={detail.html} />
        <Banners site={site} />
      </Detail>
    ),
  });
  return null;
}

export default function Announcement() {
  return <ServerContent />;
}

/** The id of either form of the address; null where it cannot be one. */
function wantedId(params: { id?: string; query?: string }): number | null {
  if (params.query !== undefined) return parseAgendaQuery(params.query)?.id ?? null;
  const { id = "" } = params;
  return id.includes("-") ? null : (parseAgendaQuery(id)?.id ?? null);
}
