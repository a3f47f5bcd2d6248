import { contentTag } from "../../content/blocks.server.ts";
import { Editable } from "../../content/pages/editing.tsx";
import { m } from "../../paraglide/messages.js";
import { pageRequest, type PageRequest } from "../../request-context.server.ts";
import { ServerContent } from "../../ui/page-assets.tsx";
import { venueRules } from "../../ui/venue-colors.ts";
import { GROUP } from "../group.ts";
import { homeView } from "../home.server.ts";
import { pictureAddress } from "../origins.server.ts";
import { casinoData, groupHead, venueHead } from "../page-head.server.ts";
import { siteView } from "../site.server.ts";
import { GROUP_TAG, jackpotsTag, venueTag, type Venue } from "../venue.ts";
import { groupVenues } from "../venues.server.ts";
import type { Route } from "./+types/home.route.ts";
import { HoledFrame } from "./holed-frame.tsx";
import { GroupFront } from "./group-front.tsx";
import { HomePage } from "./home-page.tsx";
import { HoursScript } from "./hours.tsx";
import { PageHead } from "./page-head.tsx";
import { slotOf } from "./show-venue-page.tsx";

/** The text for search engines, which no visitor sees on the page (section 3). */
const DESCRIPTION_KEY = "home-text";
/** A text of the venue's own between the blocks. */
const HOME_SLOT = "home-edito";

/** '/': a venue's Home on its own hosts, the group's front page on the group's (G181). */
export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageRequest);
  if (page.venue === null) await groupFront(page);
  else await venueHome(page, page.venue, page.popup === "Menu");
  return null;
}

export default function Home() {
  return <ServerContent />;
}

async function venueHome(request: PageRequest, venue: Venue, isMenuOpen: boolean): Promise<void> {
  const { world, locale, made, page, path } = request;
  made.tags.add(venueTag(venue.id)).add(jackpotsTag(venue.siteId)).add(contentTag(venue.projectId, DESCRIPTION_KEY));
  if (path !== "/") made.isKept = false;
  const [{ site, fullTitle }, { home, edges, description, ownWords }, slot] = await Promise.all([
    siteView(world, venue, locale),
    homeView(world, venue, locale),
    slotOf(request, venue, HOME_SLOT),
  ]);
  made.edges.push(...edges);
  const casino = await casinoData(world, venue, fullTitle, description);
  const head = venueHead(world, venue, locale, {
    path: "/",
    title: `${site.title}, ${site.brand}`,
    description,
    image: pictureAddress(world, venue, home.cover.picture.key, "1200x630"),
    structuredData: casino === null ? [] : [casino],
  });
  page.hydrates = false;
  page.content = (
    <>
      <PageHead head={head} />
      <HoledFrame site={site} path="/" current="home" isMenuOpen={isMenuOpen}>
        <HomePage site={site} home={home} slot={slot} />
        <HoursScript />
        <Editable contentKey={DESCRIPTION_KEY} document={ownWords} isHidden />
      </HoledFrame>
    </>
  );
}

async function groupFront({ world, venues, locale, made, page }: PageRequest): Promise<void> {
  made.tags.add(GROUP_TAG);
  const visible = await groupVenues(world, venues, locale);
  const { brand } = GROUP;
  const head = groupHead(world, locale, {
    title: visible.length > 1 ? m.group_title({ brand, count: visible.length }) : brand,
    description: m.group_description({ brand }),
  });
  page.style += visible.map(({ slug, color }) => venueRules(color, `[data-venue="${slug}"]`)).join("");
  page.content = (
    <>
      <PageHead head={head} />
      <GroupFront venues={visible} locale={locale} />
    </>
  );
}
