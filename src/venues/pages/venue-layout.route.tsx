import { Outlet, useMatches, useRouteLoaderData } from "react-router";
import { pageRequest } from "../../request-context.server.ts";
import { siteOf } from "../page.server.ts";
import type { SiteView } from "../views.ts";
import type { Route } from "./+types/venue-layout.route.ts";
import { Frame } from "./frame.tsx";

/** What a page of the layout says of itself in its `handle`. */
export type PageHandle = {
  /** Key of the navigation entry whose page this is. A loader may return `current` where its data decides. */
  current?: string;
  /** True for a page that draws its own frame: those of the member area, and the group's front page. */
  isBare?: boolean;
  /** True once the page hydrates. */
  hydrates?: boolean;
};

/** The layout of every page of a venue: the frame's data; `site` is null on the group's own host. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(pageRequest);
  const { venue, query, path, popup } = request;
  if (venue === null) return { site: null, address: "/", isMenuOpen: false };
  // What the page was asked for stays in the links that lead back to it: the menu, its close link, another language.
  const address = query.size === 0 ? path : `${path}?${query}`;
  return { site: await siteOf(request, venue), address, isMenuOpen: popup === "Menu" };
}

export default function VenueLayout({ loaderData: { site, address, isMenuOpen } }: Route.ComponentProps) {
  const { current, isBare } = usePageHandle();
  if (site === null || isBare === true) return <Outlet />;
  return (
    <Frame site={site} path={address} {...(current === undefined ? {} : { current })} isMenuOpen={isMenuOpen}>
      <Outlet />
    </Frame>
  );
}

function usePageHandle(): PageHandle {
  const page = useMatches().at(-1);
  const handle = (page?.handle ?? {}) as PageHandle;
  const { current } = (page?.loaderData ?? {}) as { current?: string };
  return current === undefined ? handle : { ...handle, current };
}

/** The venue whose page this is; for pages that only venues have. */
export function useSite(): SiteView {
  const data = useRouteLoaderData<typeof loader>("venue");
  if (data?.site == null) throw new Error("a page of a venue stands outside its layout");
  return data.site;
}
