/** Pages that open over the list that links to them, by the id of their route (`routes.ts`). */
const DETAILS = [
  [/^\/agenda\/\d+\/[^/]+$/, "announcement"],
  [/^\/spectacles\/\d+\/[^/]+$/, "show"],
  [/^\/jeux\/(?!jackpots$)[^/]+$/, "game"],
  [/^\/restauration\/[^/]+$/, "restaurant"],
  [/^\/activite\/[^/]+$/, "activity"],
  [/^\/meetings-events\/[^/]+$/, "meeting"],
] as const;

export type DetailRoute = (typeof DETAILS)[number][1];

/** The route of a detail's page; null for any other address, including other origins. */
export function detailRoute(path: string): DetailRoute | null {
  return DETAILS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
