import { redirect } from "react-router";
import { DeskEmpty, DeskList, DeskRow } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk, type DeskRequest } from "../../operators/pages/desk-request.server.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import { orderList } from "../editing.server.ts";
import type { VenueFile } from "../imported-venue.ts";
import { SECTIONS, type List } from "../sections.ts";
import { venueFile } from "../venue-file.server.ts";
import { NEW_ENTRY, sectionPage } from "./desk-sections.ts";
import { entryTitle } from "./desk-texts.server.ts";
import { dayTime } from "./desk-times.ts";
import { optionWords } from "./desk-words.ts";
import type { Route } from "./+types/desk-list.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** A list of what the venue shows: '/desk/agenda' and its like. */
export async function loader({ context, request: { url } }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const list = listIn(url);
  const file = await venueFile(request.world.database.db, request.venue);
  const page = sectionPage(list.name);
  const keys = list.keysOf(file);
  const entries: readonly Entry[] = file[list.base];
  const rows = entries.map((entry, at) => ({ entry, at, key: keys[at] ?? "" }));
  await showDeskPage(request, {
    title: page.title(),
    lead: page.lead?.(),
    actions: (
      <>
        <a className="button button-venue button-small" href={`/desk/${list.name}/${NEW_ENTRY}`}>
          <Icon name="plus" small />
          {page.newTitle?.()}
        </a>
        <a className="button button-line button-small" href={`/desk/historique/${list.name}`}>
          {m.desk_history()}
        </a>
        {list.name === "jeux" && (
          <a className="button button-line button-small" href="/desk/nombre-de-jeux">
            {m.desk_s_nombre()}
          </a>
        )}
      </>
    ),
    content:
      rows.length === 0 ? (
        <DeskEmpty>{m.desk_list_empty()}</DeskEmpty>
      ) : (
        <DeskList label={page.title()}>
          {(list.name === "agenda" ? rows.toSorted(byTime(request)) : rows).map((row) => (
            <ListRow key={row.key} list={list} row={row} keys={keys} request={request} />
          ))}
        </DeskList>
      ),
  });
  return null;
}

/** Moves an entry of an ordered list: `order` is the whole list's new order, so that nothing is moved over somebody else's change. */
export async function action({ context, request: { url } }: Route.ActionArgs) {
  const request = deskRequest(context);
  const list = listIn(url);
  const keys = (request.fields["order"] ?? "").split(",").slice(0, 100);
  const isDone = await orderList(request.world, request.venue, request.operator, list, keys);
  return leaveDesk(request, `/desk/${list.name}`, isDone ? m.desk_ordered() : m.desk_order_lost());
}

type Entry =
  | VenueFile["announcements"][number]
  | VenueFile["restauration"][number]
  | VenueFile["games"][number]
  | VenueFile["activities"][number];
type Row = { entry: Entry; at: number; key: string };

function ListRow({ list, row, keys, request }: { list: List; row: Row; keys: string[]; request: DeskRequest }) {
  const { entry, at, key } = row;
  const title = entryTitle(list, entry, request.locale) || key;
  return (
    <DeskRow
      href={`/desk/${list.name}/${encodeURIComponent(key)}`}
      title={title}
      picture={
        <img src={`/media/${entry.picture}?width=300`} alt="" width={72} height={48} loading="lazy" decoding="async" />
      }
      facts={factsOf(entry, request)}
      badge={"broadcast_end_at" in entry ? stateOf(entry, request).label : undefined}
      actions={list.isOrdered && <Moves title={title} keys={keys} at={at} />}
    />
  );
}

function Moves({ title, keys, at }: { title: string; keys: string[]; at: number }) {
  const moved = (to: number) => {
    const made = keys.filter((_, index) => index !== at);
    made.splice(to, 0, keys[at] ?? "");
    return made.join(",");
  };
  return (
    <form method="post">
      {at > 0 && (
        <button
          className="round"
          type="submit"
          name="order"
          value={moved(at - 1)}
          aria-label={m.desk_up_of({ item: title })}
        >
          <Icon name="arrow-up" small />
        </button>
      )}
      {at < keys.length - 1 && (
        <button
          className="round"
          type="submit"
          name="order"
          value={moved(at + 1)}
          aria-label={m.desk_down_of({ item: title })}
        >
          <Icon name="arrow-down" small />
        </button>
      )}
    </form>
  );
}

type Announcement = VenueFile["announcements"][number];

/** What is to come first, the nearest on top; what is over last. */
function byTime({ world }: DeskRequest) {
  const now = world.now().getTime();
  const rank = (entry: Announcement) => (Date.parse(entry.broadcast_end_at) <= now ? 1 : 0);
  return (one: Row, other: Row) => {
    const [a, b] = [one.entry as Announcement, other.entry as Announcement];
    return rank(a) - rank(b) || Date.parse(a.start_at) - Date.parse(b.start_at) || a.id - b.id;
  };
}

function stateOf(entry: Announcement, { world }: DeskRequest): { label: string } {
  const now = world.now().getTime();
  if (Date.parse(entry.broadcast_end_at) <= now) return { label: m.desk_state_over() };
  return { label: Date.parse(entry.broadcast_start_at) > now ? m.desk_state_later() : m.desk_state_live() };
}

function factsOf(entry: Entry, { venue, locale }: DeskRequest): string {
  if ("start_at" in entry) {
    const when = dayTime(new Date(entry.start_at), venue.policy.timeZone, locale);
    return entry.is_show ? `${m.desk_show_kind()} · ${when}` : when;
  }
  if ("number" in entry) return `${m.desk_f_number()} : ${entry.number}`;
  if ("type" in entry) return optionWords("type", entry.type, String);
  return entry.summary[locale];
}

function listIn(url: string): List {
  const section = SECTIONS.get(new URL(url).pathname.split("/")[2] ?? "");
  if (section?.kind !== "list") throw redirect("/desk");
  return section;
}
