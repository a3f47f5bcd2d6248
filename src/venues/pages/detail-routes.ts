/** The pages that open over the list that leads to them, by the id of their route (`routes.ts`). */
const DETAILS = [
  [/^\/agenda\/\d+\/[^/]+$/, "announcement"],
  [/^\/spectacles\/\d+\/[^/]+$/, "show"],
  [/^\/jeux\/(?!jackpots$)[^/]+$/, "game"],
  [/^\/restauration\/[^/]+$/, "restaurant"],
  [/^\/activite\/[^/]+$/, "activity"],
  [/^\/meetings-events\/[^/]+$/, "meeting"],
] as const;

export type DetailRoute = (typeof DETAILS)[number][1];

/** The route of a detail's page; null for every other address, whosever it is. */
export function detailRoute(path: string): DetailRoute | null {
  return DETAILS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
