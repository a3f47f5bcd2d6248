import { CLOSE_SOON_MINUTES } from "./clock-limits.ts";

/*
 * What lists of places say of each: the server has computed the coming openings (openings.ts) and written them into the cached page with
 * their words, and the browser only compares instants. That takes neither time zone nor texts, and serves a page of all casinos as cheaply
 * as one restaurant (docs/decisions/0077-what-engines-and-lost-visitors-are-told.md). The venue's own widget lists the week, so it computes
 * its state from the schedule instead (open-state.ts).
 */

/** An opening: from and to in minutes since 1970, and the words while it lasts and before it. */
type Opening = readonly [from: number, to: number, open: string, closed: string];
export type OpeningTold = { state: "open" | "soon" | "closed"; words: string };

/** Coming openings as one text, because a page holds them twice, as attribute and as data, and two equal texts compress to one. */
export function openingsText(openings: readonly Opening[]): string {
  return openings.map((opening) => opening.join("|")).join(";");
}

/** What coming openings say at an instant in milliseconds; null once all of them are over. */
export function toldAt(openings: string, now: number): OpeningTold | null {
  const minutes = now / 60_000;
  const opening = openings
    .split(";")
    .map((one) => one.split("|"))
    .find(([, to]) => minutes < Number(to));
  if (opening === undefined) return null;
  const [from, to, open = "", closed = ""] = opening;
  if (minutes < Number(from)) return { state: "closed", words: closed };
  return { state: Number(to) - minutes <= CLOSE_SOON_MINUTES ? "soon" : "open", words: open };
}
