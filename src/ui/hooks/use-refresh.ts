import { useCallback } from "react";
import { useLocation, useMatches, useRevalidator } from "react-router";
import { fetchRouteData } from "../route-data.ts";
import { type Question, UNCHANGED } from "./use-poll.ts";

/**
 * A question for the data of the page, or of the layout whose route is `layoutId`: where they have changed the page is drawn anew, and
 * where they do not come it stays.
 */
export function useRefresh(layoutId?: string): Question<null> {
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const pageId = useMatches().at(-1)?.id ?? "";
  const routeId = layoutId ?? pageId;
  return useCallback(
    async (signal, etag) => {
      const fresh = await fetchRouteData(pathname + search, routeId, signal);
      if (fresh !== null && fresh === etag) return UNCHANGED;
      await revalidate();
      return { body: null, etag: fresh };
    },
    [pathname, search, routeId, revalidate],
  );
}
