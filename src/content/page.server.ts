import type { BreadcrumbList, WithContext } from "schema-dts";
import { contentTag, projectBlock } from "./blocks.server.ts";
import type { BlockDocument } from "./contract.ts";
import { picturesIn } from "./legal-texts.server.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";
import type { PageRequest } from "../venues/document/page-request.server.ts";
import { pictureAddress, venueOrigin } from "../venues/addresses/origins.server.ts";
import { venueHead, type PageHead } from "../venues/document/page-head.server.ts";
import { casinoData } from "../venues/casino-data.server.ts";
import { UNLISTED_PATHS } from "../venues/addresses/unlisted-paths.ts";
import { siteView } from "../venues/site.server.ts";
import { venueTag, type Venue } from "../venues/venue.ts";
import type { SiteView } from "../venues/views.ts";

/** A venue's page as its head and frame describe it. */
export type PageProperties = {
  /** Canonical path, without query. */
  path: string;
  /** The part of the title before ', {venue title}, {brand}'. */
  title: string;
  description: string | null;
  /** Key of the picture in link previews. */
  image: string;
  /** Names and paths from Home to the page itself, which is last; by default the page alone. */
  breadcrumb?: { name: string; path: string }[];
  /** Structured data for search engines, in addition to the breadcrumb. */
  structuredData?: (site: SiteView) => object[];
  /** Content key of the venue's own text below the page's content. */
  textKey?: string;
};

/** A place of a page that may hold a text of the venue. */
export type PageText = { key: string; document: BlockDocument; pictures: Record<string, PictureView> };

/** What `<VenuePage>` draws around a page's content. */
export type VenuePageData = { head: PageHead; text: PageText | null };

/** The head and the own text of a page, for its loader. Records in `made` what the page depends on. */
export async function venuePage(request: PageRequest, venue: Venue, page: PageProperties): Promise<VenuePageData> {
  const { world, made, path } = request;
  // A path can be written in many ways (case, slashes, escapes); only the canonical one is cached.
  if (path !== page.path) made.isCacheable = false;
  const [site, text, row] = await Promise.all([
    siteOf(request, venue),
    pageTextOf(request, venue, page.textKey),
    request.establishment(),
  ]);
  const head = venueHead(request, venue, {
    path: page.path,
    siteName: site.title,
    title: `${page.title}, ${site.title}, ${site.brand}`,
    description: page.description,
    image: pictureAddress(world, venue, page.image, "1200x630"),
    structuredData: [
      breadcrumbData(venueOrigin(world, venue), site, page),
      casinoData(request, venue, row),
      ...(page.structuredData?.(site) ?? []),
    ],
  });
  return { head: { ...head, isListed: head.isListed && !UNLISTED_PATHS.includes(page.path) }, text };
}

const sites = new WeakMap<object, ReturnType<typeof siteView>>();

/** The frame of the venue's pages, read once a request. Records in `made` what it depends on. */
export async function siteOf({ world, locale, made, establishment }: PageRequest, venue: Venue): Promise<SiteView> {
  const reading = sites.get(made) ?? establishment().then((row) => siteView(world, venue, locale, row));
  sites.set(made, reading);
  const { site, changeTimes } = await reading;
  made.tags.add(venueTag(venue.id));
  made.changeTimes.push(...changeTimes);
  return site;
}

/** The page's own text, which staff edit; null on a page without one. */
export async function pageTextOf(
  { world, locale, made }: PageRequest,
  venue: Venue,
  key: string | undefined,
): Promise<PageText | null> {
  if (key === undefined) return null;
  made.tags.add(contentTag(venue.projectId, key));
  const document = (await projectBlock(world, venue, key, locale)) ?? { blocks: [] };
  return { key, document, pictures: await picturesIn(world, [document], locale) };
}

function breadcrumbData(origin: string, site: SiteView, page: PageProperties): WithContext<BreadcrumbList> {
  const { breadcrumb = [{ name: page.title, path: page.path }] } = page;
  const steps = [{ name: site.title, path: "/" }, ...breadcrumb];
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
