import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { FeaturedLine } from "../views.ts";
import { useFreshEvents } from "./use-fresh-events.ts";
import { usePassed } from "./use-passed.ts";

/**
 * The featured event as a line under the venue's name. It is never empty: with nothing announced it leads to the agenda, as it does
 * from the event's end until the page has been fetched again.
 */
export function FeaturedLink({ line }: { line: FeaturedLine | null }) {
  const endsAt = line === null ? [] : [line.endsAt];
  const isOver = endsAt.some(usePassed(endsAt));
  useFreshEvents(isOver);
  if (line === null || isOver) {
    return (
      <PageLink className="tonight" href={paths.agenda}>
        <span>{m.agenda_all()}</span>
        <Icon name="arrow-right" />
      </PageLink>
    );
  }
  return (
    <DetailLink className="tonight" href={line.href}>
      <span className="figures">
        <b>{line.day}</b>
        {line.title}
        {line.time !== null && `, ${line.time}`}
      </span>
      <Icon name="arrow-right" />
    </DetailLink>
  );
}
