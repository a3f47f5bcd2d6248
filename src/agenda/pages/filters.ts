import type { EventListFilter } from "../views.ts";

/** The query parameter that names a filter of the agenda. */
export const FILTER_PARAMETER = "filtre";

const NAMES: Record<EventListFilter, string> = { tonight: "ce-soir", weekend: "week-end", free: "entree-libre" };

/** The query parameter with its allowed values. */
export const FILTER_QUERY: [name: string, value: RegExp] = [
  FILTER_PARAMETER,
  new RegExp(`^(${Object.values(NAMES).join("|")})$`),
];

/** The filters in the order of the page. */
export const FILTERS = Object.keys(NAMES) as EventListFilter[];

/** The address of a list, or of the part that a filter leaves of it. */
export function filterHref(path: string, filter: EventListFilter | null): string {
  return filter === null ? path : `${path}?${FILTER_PARAMETER}=${NAMES[filter]}`;
}

/** The filter that a query names; null for none and for any other. */
export function filterNamed(name: string | null): EventListFilter | null {
  return FILTERS.find((filter) => NAMES[filter] === name) ?? null;
}
