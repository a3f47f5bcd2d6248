import { useRouteLoaderData } from "react-router";
import type { SiteView } from "../views.ts";

/** The venue whose page, or popup over a page, this is: its name, its law and what it has. Throws outside the venue's layout. */
export function useSite(): SiteView {
  const data = useRouteLoaderData<{ site: SiteView | null }>("venue");
  if (data?.site == null) throw new Error("a page of a venue stands outside its layout");
  return data.site;
}
