import type { PictureView } from "../ui/pictures/picture-view.ts";

/** Another detail, as a link with a picture. `note` is a date or the like; null where there is none. */
export type Neighbour = { href: string; title: string; note: string | null; picture: PictureView };

/** What comes next after a detail: others of the same event day, and those before and after it in its list. */
export type Neighbours = { same: Neighbour[]; previous: Neighbour | null; next: Neighbour | null };

/** What stands before and after the entry at `href` in its list. */
export function neighboursIn(list: readonly Neighbour[], href: string): Neighbours {
  const at = list.findIndex((one) => one.href === href);
  if (at < 0) return { same: [], previous: null, next: null };
  return { same: [], previous: list[at - 1] ?? null, next: list[at + 1] ?? null };
}
