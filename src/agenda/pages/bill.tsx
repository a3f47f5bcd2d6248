import * as paths from "../../venues/paths.ts";
import { largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { Facts } from "../../venues/pages/facts.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import type { ProgrammeBill } from "../views.ts";
import { BookingWays } from "./booking.tsx";
import { CalendarLink } from "./calendar-link.tsx";
import { dayAnchor } from "./programme-days.tsx";

const SIZES = largeSizes("66vw", 120);

/** The event that leads the agenda: what it is, what one asks before booking, and the one way to book it. */
export function Bill({ bill }: { bill: ProgrammeBill }) {
  return (
    <article
      className="bill"
      id={bill.dayKey === null ? undefined : dayAnchor(bill.dayKey)}
      aria-labelledby="bill-title"
    >
      <div className="bill-picture">
        <Picture view={bill.picture} sizes={SIZES} eager />
      </div>
      <div className="bill-words">
        <p className="label figures">{bill.heading}</p>
        <h2 className="title-1" id="bill-title">
          <DetailLink href={bill.href} preview={bill}>
            {bill.title}
          </DetailLink>
        </h2>
        <p className="lead">{bill.words}</p>
        <Facts facts={bill.facts} />
        <BookingWays booking={bill.booking}>
          <CalendarLink href={paths.eventCalendar(bill.id)} />
        </BookingWays>
      </div>
    </article>
  );
}
