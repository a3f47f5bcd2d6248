import type { ReactNode, Ref, RefObject } from "react";
import { useCarousel } from "../hooks/use-carousel.ts";
import { Icon } from "../icons/icon.tsx";

/** The number of placeholder slides while a list is loading. */
const PLACEHOLDERS = 6;

type CarouselProps = { id: string; label: string; ref?: Ref<HTMLUListElement>; children: ReactNode };

/** A row of slides that snap. It works by touch, wheel and keys alone; `CarouselArrows` adds buttons. */
export function Carousel({ id, label, ref, children }: CarouselProps) {
  return (
    <div className="carousel-frame">
      {/* What scrolls must be reachable by keyboard, also if its slides are no links. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul ref={ref} className="carousel" id={id} aria-label={label} tabIndex={0} data-live="">
        {children}
      </ul>
    </div>
  );
}

type CarouselArrowsProps = { row: RefObject<HTMLElement | null>; previous: string; next: string };

/** The arrow buttons of a carousel. Hidden if there is nothing to scroll. */
export function CarouselArrows({ row, previous, next }: CarouselArrowsProps) {
  const { isAtStart, isAtEnd, step } = useCarousel(row);
  return (
    <span className="carousel-arrows scripted">
      <button
        className="round round-line"
        type="button"
        aria-label={previous}
        disabled={isAtStart}
        onClick={() => step(-1)}
      >
        <Icon name="caret-left" small />
      </button>
      <button className="round round-line" type="button" aria-label={next} disabled={isAtEnd} onClick={() => step(1)}>
        <Icon name="caret-right" small />
      </button>
    </span>
  );
}

/** Placeholder slides in their final shape while a list is loading. */
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
