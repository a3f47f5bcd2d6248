import { useCallback } from "react";
import { useLocation, useMatches, useRevalidator } from "react-router";
import { fetchRouteData } from "../route-data.ts";
import { type Question, UNCHANGED } from "./use-poll.ts";

/**
 * What `usePoll` asks to learn whether the data of the page have changed, or those of the layout whose route id is `layoutId`. If they have,
 * the page is revalidated. If they cannot be loaded, the page stays as it is.
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
