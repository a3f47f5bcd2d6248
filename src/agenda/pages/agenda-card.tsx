import type { ReactNode } from "react";
import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { NoBreakWords } from "../../ui/document/no-break-words.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import type { AnnouncementCard } from "../views.ts";

/** A slide is at most half of a wide window. */
const WIDTHS = [300, 600, 900, 1200];

/** An announcement or show as a slide: picture, date tag, title. Its page opens over the list. */
export function AgendaCard({ card, sizes }: { card: AnnouncementCard; sizes: string }) {
  return (
    <DetailLink className="card" href={card.href} preview={card}>
      <div className="picture">
        <Picture view={card.picture} sizes={sizes} widths={WIDTHS} ratio="4:5" />
        {card.day === null ? (
          card.isShow && <b className="card-kind">{m.agenda_show()}</b>
        ) : (
          <b className="card-kind is-now">{card.day === "tonight" ? m.agenda_tonight() : m.agenda_today()}</b>
        )}
      </div>
      <div>
        <p className="label figures">{card.dateTag}</p>
        <h3 className="title-3">
          <NoBreakWords of={card.title} />
        </h3>
      </div>
    </DetailLink>
  );
}

type EmptyAgendaProps = { title?: string; children?: ReactNode };

/** Shown where nothing is announced, where the last event has ended, or, with its own words, where a filter leaves nothing. */
export function EmptyAgenda({
  title = m.agenda_empty_title(),
  children = <p>{m.agenda_empty_text()}</p>,
}: EmptyAgendaProps) {
  return (
    <div className="empty">
      <Ornament shape="fan" />
      <p className="title-3">{title}</p>
      {children}
    </div>
  );
}
