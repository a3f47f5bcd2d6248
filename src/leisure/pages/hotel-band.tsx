import { useId } from "react";
import { NoBreakWords } from "../../ui/document/no-break-words.tsx";
import { largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import { DetailLink, type DetailPreview } from "../../venues/pages/detail-link.tsx";
import { placeWord } from "../place-kinds.ts";
import type { PlaceCard } from "../views.ts";

const SIZES = largeSizes("100vw", 230);

/** A hotel across the whole width. The first of a page has the anchor '#hotel'. */
export function HotelBand({ hotel, isFirst = true }: { hotel: PlaceCard; isFirst?: boolean }) {
  const id = useId();
  const titleId = isFirst ? "hotel-title" : id;
  return (
    <section className="section is-panel hotel scene" id={isFirst ? "hotel" : undefined} aria-labelledby={titleId}>
      <div className="picture">
        <Picture view={hotel.picture} sizes={SIZES} />
      </div>
      <Reveal className="column hotel-words">
        <div>
          <p className="label">{placeWord(hotel.kind)}</p>
          <h2 className="title-1" id={titleId}>
            <DetailLink href={hotel.href} preview={previewOf(hotel)}>
              <NoBreakWords of={hotel.label} />
            </DetailLink>
          </h2>
          <p className="lead">{hotel.summary}</p>
        </div>
        <HotelLinks hotel={hotel} />
      </Reveal>
    </section>
  );
}

/** Links to the booking site, where there is one, and always to the hotel's own page. */
function HotelLinks({ hotel }: { hotel: PlaceCard }) {
  return (
    <p className="actions">
      {hotel.bookingUrl !== null && (
        <OutboundLink className="button button-venue" href={hotel.bookingUrl}>
          {m.book_room()}
        </OutboundLink>
      )}
      <DetailLink
        className="link"
        href={hotel.href}
        preview={previewOf(hotel)}
        aria-label={m.leisure_discover({ place: hotel.label })}
      >
        {m.discover()}
      </DetailLink>
    </p>
  );
}

function previewOf({ label, picture }: PlaceCard): DetailPreview {
  return { title: label, picture };
}
