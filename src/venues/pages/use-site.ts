import { useRouteLoaderData } from "react-router";
import type { SiteView } from "../views.ts";

/** The venue of the current page or popup: its name, its country's policy and what it has. Throws outside the venue's layout. */
export function useSite(): SiteView {
  const data = useRouteLoaderData<{ site: SiteView | null }>("venue");
  if (data?.site == null) throw new Error("useSite() was called outside the venue's layout");
  return data.site;
}
