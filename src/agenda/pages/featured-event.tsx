import * as paths from "../../venues/paths.ts";
import { NoBreakWords } from "../../ui/document/no-break-words.tsx";
import { largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { PropertyList } from "../../venues/pages/property-list.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import type { FeaturedItem } from "../views.ts";
import { BookingWays } from "./booking.tsx";
import { CalendarLink } from "./calendar-link.tsx";
import { dayAnchor } from "./event-list-days.tsx";

const SIZES = largeSizes("66vw", 120);

/** The event that leads the agenda: what it is, what a visitor needs to know before booking, and the one way to book it. */
export function FeaturedEvent({ featured }: { featured: FeaturedItem }) {
  return (
    <article
      className="featured"
      id={featured.dayKey === null ? undefined : dayAnchor(featured.dayKey)}
      aria-labelledby="featured-title"
    >
      <div className="featured-picture">
        <Picture view={featured.picture} sizes={SIZES} eager />
      </div>
      <div className="featured-words">
        <p className="label figures">{featured.heading}</p>
        <h2 className="title-1" id="featured-title">
          <DetailLink href={featured.href} preview={featured}>
            <NoBreakWords of={featured.title} />
          </DetailLink>
        </h2>
        <p className="lead">{featured.summary}</p>
        <PropertyList properties={featured.properties} />
        <BookingWays booking={featured.booking}>
          <CalendarLink href={paths.eventCalendar(featured.id)} />
        </BookingWays>
      </div>
    </article>
  );
}
