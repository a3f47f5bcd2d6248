import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { SectionHead } from "../../ui/ornament/section-head.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import { isTable } from "../place-kinds.ts";
import type { PlaceCard } from "../views.ts";
import { Place } from "./place.tsx";

/** Wider than the column, because a tall picture is cropped from a wide one. */
const SIZES = "(min-width: 900px) 60vw, 100vw";

type LeisureBlockProps = { title: string; places: PlaceCard[]; href: string };

/**
 * Restaurants, bars and activities; nothing where the venue has none. The anchor '#restaurant' exists only with a
 * restaurant or bar.
 */
export function LeisureBlock({ title, places, href }: LeisureBlockProps) {
  if (places.length === 0) return null;
  const hasTables = places.some(isTable);
  return (
    <section className="section" id={hasTables ? "restaurant" : undefined} aria-labelledby="leisure-title">
      <div className="column">
        <SectionHead id="leisure-title" title={title}>
          <PageLink className="link" href={href}>
            {hasTables ? m.leisure_all() : m.leisure_activities()}
            <Icon name="arrow-right" small />
          </PageLink>
        </SectionHead>
        <div className="places">
          {places.map((place) => (
            <Place key={place.href} place={place} className="place" sizes={SIZES} />
          ))}
        </div>
      </div>
    </section>
  );
}
