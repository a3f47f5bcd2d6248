import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { NoBreakWords } from "../../ui/document/no-break-words.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import type { EventListDay, EventListItem, RunningItem } from "../views.ts";
import { AvailabilityWord } from "./availability.tsx";

/** A row's picture is small on every screen. */
const ROW_WIDTHS = [300, 600];
const ROW_SIZES = "(min-width: 900px) 14rem, 7rem";
const RUNNING_WIDTHS = [600, 900, 1200];
const RUNNING_SIZES = "(min-width: 900px) 46vw, 90vw";
const RUNNING = "en-ce-moment";

/** The address of a day on its page. */
export const dayAnchor = (key: string) => `j-${key}`;

type DayStripProps = { days: EventListDay[]; hasRunning: boolean };

/** Links to the days that hold something, and to what runs for longer. */
export function DayStrip({ days, hasRunning }: DayStripProps) {
  return (
    <nav className="strip" aria-label={m.agenda_days()}>
      <ul>
        {days.map(({ key, name, date }) => (
          <li key={key}>
            <a href={`#${dayAnchor(key)}`}>
              <b>{name}</b>
              <span className="figures">{date}</span>
            </a>
          </li>
        ))}
        {hasRunning && (
          <li className="strip-running">
            <a href={`#${RUNNING}`}>
              <b>{m.agenda_now()}</b>
              <span>{m.agenda_every_day()}</span>
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** The events of each day. `featuredDay` is the day of the featured event above the list, to which its address leads. */
export function Days({ days, featuredDay }: { days: EventListDay[]; featuredDay: string | null }) {
  const rows = days.flatMap((day) =>
    day.items.map((item, at) => ({
      day,
      item,
      id: at === 0 && day.key !== featuredDay ? dayAnchor(day.key) : undefined,
    })),
  );
  if (rows.length === 0) return null;
  return (
    <ul className="days">
      {rows.map(({ day, item, id }) => (
        <li key={item.id} id={id}>
          <Row day={day} item={item} />
        </li>
      ))}
    </ul>
  );
}

/** The whole row links to the event; its accessible name is the title alone. */
function Row({ day, item }: { day: EventListDay; item: EventListItem }) {
  return (
    <article className="row">
      <p className="row-date figures">
        <span>{day.name}</span> <b>{day.day}</b> <small>{day.month}</small>
      </p>
      <div className="picture">
        <Picture view={item.picture} sizes={ROW_SIZES} widths={ROW_WIDTHS} ratio="3:2" />
      </div>
      <div className="row-words">
        <h2 className="title-3">
          <DetailLink href={item.href} preview={item}>
            <NoBreakWords of={item.title} />
          </DetailLink>
        </h2>
        {item.line !== null && <p className="row-line">{item.line}</p>}
      </div>
      <p className="row-figures figures">
        <b>{item.hour}</b>{" "}
        {item.availability === null ? <span>{item.price}</span> : <AvailabilityWord of={item.availability} />}
      </p>
      <Icon name="arrow-right" />
    </article>
  );
}

/** What began on an earlier day and goes on. */
export function Running({ items }: { items: RunningItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="running" id={RUNNING} aria-labelledby="running-title">
      <h2 className="title-2" id="running-title">
        {m.agenda_now()}
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <article>
              <DetailLink href={item.href} preview={item}>
                <span className="picture">
                  <Picture view={item.picture} sizes={RUNNING_SIZES} widths={RUNNING_WIDTHS} ratio="16:9" />
                </span>
                <span className="label figures">
                  {item.dateTag}
                  {item.price !== null && ` · ${item.price.replaceAll(" ", "\u00a0")}`}
                </span>
                <b className="title-3">
                  <NoBreakWords of={item.title} />
                </b>
                {item.line !== null && <span className="row-line">{item.line}</span>}
              </DetailLink>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}
