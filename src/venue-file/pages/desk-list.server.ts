import * as deskPaths from "../../staff/desk-paths.ts";
import type { DeskRequest } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import type { VenueFile } from "../imported-venue.ts";
import type { List } from "../sections.ts";
import { entryTitle } from "./desk-texts.server.ts";
import { momentAt } from "../../venues/language/dates.ts";
import { optionWords } from "./desk-words.server.ts";

type Announcement = VenueFile["announcements"][number];
type Entry =
  | Announcement
  | VenueFile["restauration"][number]
  | VenueFile["games"][number]
  | VenueFile["activities"][number];
type Row = { entry: Entry; at: number; key: string };

/** The entries of a list: announcements by time, all others in the list's own order. */
export function listRows(request: DeskRequest, list: List, file: VenueFile) {
  const keys = list.keysOf(file);
  const entries: readonly Entry[] = file[list.base];
  const rows = entries.map((entry, at) => ({ entry, at, key: keys[at] ?? "" }));
  const sorted = list.name === "agenda" ? rows.toSorted(byTime(request)) : rows;
  return sorted.map((row) => rowView(request, list, keys, row));
}

function rowView(request: DeskRequest, list: List, keys: string[], { entry, at, key }: Row) {
  return {
    key,
    href: deskPaths.section(list.name, key),
    title: entryTitle(list, entry, request.locale) || key,
    src: `/media/${entry.picture}?width=300`,
    properties: entrySummary(entry, request),
    badge: "broadcast_end_at" in entry ? stateOf(entry, request) : undefined,
    moves: list.isOrdered ? movesOf(keys, at) : null,
  };
}

/** The orders with this entry one place up and one place down; null at the end of the list. */
function movesOf(keys: string[], at: number): { up: string | null; down: string | null } {
  const moved = (to: number) =>
    keys
      .toSpliced(at, 1)
      .toSpliced(to, 0, keys[at] ?? "")
      .join(",");
  return { up: at > 0 ? moved(at - 1) : null, down: at < keys.length - 1 ? moved(at + 1) : null };
}

/** Upcoming entries first, the nearest on top; past ones last. */
function byTime({ world }: DeskRequest) {
  const now = world.now().getTime();
  const rank = (entry: Announcement) => (Date.parse(entry.broadcast_end_at) <= now ? 1 : 0);
  return (one: Row, other: Row) => {
    const [a, b] = [one.entry as Announcement, other.entry as Announcement];
    return rank(a) - rank(b) || Date.parse(a.start_at) - Date.parse(b.start_at) || a.id - b.id;
  };
}

function stateOf(entry: Announcement, { world }: DeskRequest): string {
  const now = world.now().getTime();
  if (Date.parse(entry.broadcast_end_at) <= now) return m.desk_state_over();
  return Date.parse(entry.broadcast_start_at) > now ? m.desk_state_later() : m.desk_state_live();
}

function entrySummary(entry: Entry, { venue, locale }: DeskRequest): string {
  if ("start_at" in entry) {
    const when = momentAt(new Date(entry.start_at), { locale, timeZone: venue.policy.timeZone });
    return entry.is_show ? `${m.desk_show_kind()} · ${when}` : when;
  }
  if ("number" in entry) return `${m.desk_f_number()} : ${entry.number}`;
  if ("type" in entry) return optionWords("type", entry.type, String);
  return entry.summary[locale];
}
