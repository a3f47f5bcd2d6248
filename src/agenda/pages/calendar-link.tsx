import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";

/** A link to the calendar file of an event. */
export function CalendarLink({ href }: { href: string }) {
  return (
    <a className="button button-quiet" href={href} download>
      <Icon name="calendar-blank" small />
      {m.agenda_calendar()}
    </a>
  );
}
