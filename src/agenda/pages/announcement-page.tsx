import * as paths from "../../venues/paths.ts";
import { RichText } from "../../content/pages/rich-text.tsx";
import type { Neighbours } from "../../venues/neighbours.ts";
import { Banners } from "../../venues/pages/banners.tsx";
import { Detail } from "../../venues/pages/detail.tsx";
import { PropertyList } from "../../venues/pages/property-list.tsx";
import { useSite } from "../../venues/pages/use-site.ts";
import type { AnnouncementDetail } from "../views.ts";
import { Booking } from "./booking.tsx";

/** An announcement or show: its date, the booking links, the text, and the venue's banners. */
export function AnnouncementPage({ detail, neighbours }: { detail: AnnouncementDetail; neighbours: Neighbours }) {
  const site = useSite();
  const listHref = detail.isShow ? paths.shows : paths.agenda;
  return (
    <Detail
      title={detail.title}
      picture={detail.picture}
      backHref={listHref}
      tag={<p className="detail-tag figures">{detail.dateTag}</p>}
      actions={<Booking detail={detail} listHref={listHref} />}
      properties={<PropertyList properties={detail.properties} />}
      neighbours={neighbours}
    >
      <RichText html={detail.html} />
      <Banners site={site} />
    </Detail>
  );
}
