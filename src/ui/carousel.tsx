import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** How many grey slides stand in for slides that are still on their way (section 9). */
const PLACEHOLDERS = 6;

type CarouselProps = { id: string; label: string; children: ReactNode };

/** Slides that snap. Works by touch, wheel and keys alone; `carousel.ts` serves the arrows that name it. */
export function Carousel({ id, label, children }: CarouselProps) {
  return (
    <div className="carousel-frame">
      {/* What scrolls must be reachable by keyboard, also where its slides are no links. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="carousel" id={id} aria-label={label} tabIndex={0}>
        {children}
      </ul>
    </div>
  );
}

type CarouselArrowsProps = { carouselId: string; previous: string; next: string };

/** The arrows of the carousel `carouselId`; they start disabled and are woken by script. */
export function CarouselArrows({ carouselId, previous, next }: CarouselArrowsProps) {
  return (
    <span className="carousel-arrows scripted" data-arrows={carouselId}>
      <button
        className="round round-line"
        type="button"
        aria-label={previous}
        data-step="-1"
        disabled
        suppressHydrationWarning
      >
        <Icon name="caret-left" small />
      </button>
      <button
        className="round round-line"
        type="button"
        aria-label={next}
        data-step="1"
        disabled
        suppressHydrationWarning
      >
        <Icon name="caret-right" small />
      </button>
    </span>
  );
}

/** The six slides in their final shape while a list is loading. */
export function CarouselPlaceholders({ id, label }: { id: string; label: string }) {
  return (
    <Carousel id={id} label={label}>
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        <li className="slide" key={index} aria-hidden="true">
          <div className="picture placeholder" />
        </li>
      ))}
    </Carousel>
  );
}
