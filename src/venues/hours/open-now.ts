/** An opening: from and to in minutes since 1970, and the words while it lasts and before it. */
type Opening = readonly [from: number, to: number, open: string, closed: string];
export type OpenNow = { state: "open" | "soon" | "closed"; words: string };

/** How often a page looks at the clock, in milliseconds. */
export const OPEN_REFRESH_MS = 30_000;
const SOON_MINUTES = 60;

/** Coming openings as one text, because a page holds them twice, as attribute and as data, and two equal texts compress to one. */
export function openingsText(openings: readonly Opening[]): string {
  return openings.map((opening) => opening.join("|")).join(";");
}

/** What coming openings say at an instant in milliseconds; null once all of them are over. */
export function openNow(openings: string, now: number): OpenNow | null {
  const minutes = now / 60_000;
  const opening = openings
    .split(";")
    .map((one) => one.split("|"))
    .find(([, to]) => minutes < Number(to));
  if (opening === undefined) return null;
  const [from, to, open = "", closed = ""] = opening;
  if (minutes < Number(from)) return { state: "closed", words: closed };
  return { state: Number(to) - minutes <= SOON_MINUTES ? "soon" : "open", words: open };
}
