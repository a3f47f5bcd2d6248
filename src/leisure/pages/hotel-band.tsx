import { Picture } from "../../content/pages/picture.tsx";
import { m } from "../../paraglide/messages.js";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { PlaceCard } from "../views.ts";
import { placeWord } from "./leisure-block.tsx";

const SIZES = "(min-width: 900px) 100vw, 230vw";

/** The hotel across the whole width. */
export function HotelBand({ hotel }: { hotel: PlaceCard }) {
  return (
    <section className="section is-panel hotel scene" id="hotel" aria-labelledby="hotel-title">
      <div className="picture">
        <Picture view={hotel.picture} sizes={SIZES} />
      </div>
      <div className="column hotel-words reveal">
        <div>
          <p className="label">{placeWord(hotel.kind)}</p>
          <h2 className="title-1" id="hotel-title">
            {hotel.label}
          </h2>
          <p className="lead">{hotel.summary}</p>
        </div>
        <HotelLink hotel={hotel} />
      </div>
    </section>
  );
}

function HotelLink({ hotel }: { hotel: PlaceCard }) {
  if (hotel.bookingUrl !== null) {
    return (
      <OutboundLink className="button button-venue" href={hotel.bookingUrl}>
        {m.book_room()}
      </OutboundLink>
    );
  }
  return (
    <a className="button button-line" href={hotel.href} data-over>
      {m.discover()}
    </a>
  );
}
