import { useCallback } from "react";
import { useLocation, useMatches, useRevalidator } from "react-router";
import { fetchRouteData } from "../route-data.ts";
import { type Question, UNCHANGED } from "./use-poll.ts";

/** A question for the page's own data: where it has changed the page is drawn anew, and where it does not come the page stays. */
export function useRefresh(): Question<null> {
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const routeId = useMatches().at(-1)?.id ?? "";
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
