import * as paths from "../paths.ts";
import { pathTest } from "../../platform/path-test.ts";

/** Pages that open over the list that links to them, by the id of their route (`routes.ts`). */
const DETAILS = [
  [pathTest(paths.announcement(":id", ":name")), "announcement"],
  [pathTest(paths.show(":id", ":name")), "show"],
  [pathTest(paths.game(":key")), "game"],
  [pathTest(paths.restaurant(":slug")), "restaurant"],
  [pathTest(paths.activity(":slug")), "activity"],
  [pathTest(paths.meeting(":slug")), "meeting"],
] as const;
const isList = pathTest(paths.jackpots);

export type DetailRoute = (typeof DETAILS)[number][1];

/** The route of a detail's page; null for any other address, including other origins. */
export function detailRoute(path: string): DetailRoute | null {
  return isList(path) ? null : (DETAILS.find(([isPage]) => isPage(path))?.[1] ?? null);
}
