import { Picture } from "../../content/pages/picture.tsx";
import { m } from "../../paraglide/messages.js";
import { Ornament } from "../../ui/ornament.tsx";
import type { AnnouncementCard } from "../views.ts";

/** An announcement or show as a slide: picture, date tag, title. Over Home its page opens in place (`data-over`). */
export function AgendaCard({ card, sizes }: { card: AnnouncementCard; sizes: string }) {
  return (
    <a className="card" href={card.href} data-over>
      <div className="picture">
        <Picture view={card.picture} sizes={sizes} ratio="4:5" />
        {card.day === null ? (
          card.isShow && <b className="card-kind">{m.agenda_show()}</b>
        ) : (
          <b className="card-kind is-now">{card.day === "tonight" ? m.agenda_tonight() : m.agenda_today()}</b>
        )}
      </div>
      <div>
        <p className="label figures">{card.dateTag}</p>
        <h3 className="title-3">{card.title}</h3>
      </div>
    </a>
  );
}

/** What stands where nothing is announced; hidden at first where something is, until the last of it is over (G28). */
export function EmptyAgenda({ isHidden = false }: { isHidden?: boolean }) {
  return (
    <div className="empty" data-agenda-empty hidden={isHidden}>
      <Ornament shape="fan" />
      <p className="title-3">{m.agenda_empty_title()}</p>
      <p>{m.agenda_empty_text()}</p>
    </div>
  );
}
