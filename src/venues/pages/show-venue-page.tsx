import type { ReactNode } from "react";
import { contentTag } from "../../content/blocks.server.ts";
import type { PictureView } from "../../content/contract.ts";
import { TextSlot } from "../../content/pages/text-slot.tsx";
import { textSlot } from "../../content/text-slots.server.ts";
import type { PageRequest } from "../../request-context.server.ts";
import { pictureAddress, venueOrigin } from "../origins.server.ts";
import { venueHead } from "../page-head.server.ts";
import { UNLISTED_PATHS } from "../paths.ts";
import { siteView } from "../site.server.ts";
import { venueTag, type Venue } from "../venue.ts";
import type { SiteView } from "../views.ts";
import { HoledFrame } from "./holed-frame.tsx";
import { PageHead } from "./page-head.tsx";

/** What a page of a venue is made of, beside the frame that all of them share. */
type VenuePageProps = {
  /** Canonical path, without query. */
  path: string;
  /** Words before ', {venue title}, {brand}'. */
  title: string;
  description: string | null;
  /** Key of the picture on social cards. */
  image: string;
  /** Key of the navigation entry whose page this is. */
  current: string;
  /** The way here from Home: names and paths, the page itself last. */
  breadcrumb: { name: string; path: string }[];
  /** What search engines are told beside the way here. */
  structuredData?: (site: SiteView) => object[];
  /** Content key of a text of the venue's own below the page's content. */
  slotKey?: string;
  content: (site: SiteView) => ReactNode;
};

/** Puts a page into the venue's frame and hands it to the renderer; `made` learns what it is made of. */
export async function showVenuePage(request: PageRequest, venue: Venue, page: VenuePageProps): Promise<void> {
  const { world, locale, made } = request;
  made.tags.add(venueTag(venue.id));
  // A path may be spelt in any number of ways (case, slashes, escapes): only the page's own is kept.
  if (request.path !== page.path) made.isKept = false;
  const { site, edges } = await siteView(world, venue, locale);
  made.edges.push(...edges);
  const slot = await slotOf(request, venue, page.slotKey);
  const head = venueHead(world, venue, locale, {
    path: page.path,
    title: `${page.title}, ${site.title}, ${site.brand}`,
    description: page.description,
    image: pictureAddress(world, venue, page.image, "1200x630"),
    structuredData: [breadcrumbData(venueOrigin(world, venue), site, page), ...(page.structuredData?.(site) ?? [])],
  });
  const isListed = head.isListed && !UNLISTED_PATHS.includes(page.path);
  request.page.content = (
    <>
      <PageHead head={{ ...head, isListed }} />
      <HoledFrame
        site={site}
        path={withQuery(page.path, request.query)}
        current={page.current}
        isMenuOpen={request.popup === "Menu"}
      >
        {page.content(site)}
        {slot && <TextSlot slot={slot} />}
      </HoledFrame>
    </>
  );
}

/** The text of a slot with what it brings along; null on a page without one. */
export async function slotOf(request: PageRequest, venue: Venue, key: string | undefined) {
  if (key === undefined) return null;
  request.made.tags.add(contentTag(venue.projectId, key));
  const slot = await textSlot(request.world, venue, key, request.locale);
  return slot;
}

/** What the page was asked for stays in the links that lead back to it: the menu, its close link, another language. */
function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}

function breadcrumbData(origin: string, site: SiteView, page: VenuePageProps): object {
  const steps = [{ name: site.title, path: "/" }, ...page.breadcrumb];
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name: step.name,
      item: `${origin}${step.path}`,
    })),
  };
}
