import * as paths from "../../venues/paths.ts";
import { pageEditing } from "../../content/editing/page-editing.server.ts";
import { lazy, Suspense } from "react";
import { contentTag } from "../../content/blocks.server.ts";
import { Editable } from "../../content/editing/editing.tsx";
import { m } from "../../messages/messages.js";
import { pageRequest, type PageRequest } from "../../venues/document/page-request.server.ts";
import { GROUP } from "../../venues/group.ts";
import { homeView } from "../home.server.ts";
import { groupPictureAddress, pictureAddress } from "../../venues/addresses/origins.server.ts";
import { groupHead, venueHead } from "../../venues/document/page-head.server.ts";
import { casinoData, groupData } from "../../venues/casino-data.server.ts";
import { siteOf, pageTextOf } from "../../content/page.server.ts";
import { GROUP_TAG, jackpotsTag, venueTag, type Venue } from "../../venues/venue.ts";
import { groupFrontView } from "../group-front.server.ts";
import { PageHead } from "../../venues/pages/page-head.tsx";
import { StructuredData } from "../../venues/pages/structured-data.tsx";
import type { Route } from "./+types/home.route.ts";
import { HomePage } from "./home-page.tsx";
import { HoursScript } from "../../venues/hours/hours.tsx";
import { useSite } from "../../venues/pages/use-site.ts";
import { VenuePage } from "../../content/pages/venue-page.tsx";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";
export const handle = { current: "home" };

/** Loaded on the group's hosts only; visitors of a venue never fetch it. */
const GroupFront = lazy(() => import("./group-front.tsx").then((file) => ({ default: file.GroupFront })));

/** The text block with the description for search engines; not shown on the page. */
const DESCRIPTION_KEY = "home-text";
/** The text block that a venue may place between the blocks. */
const HOME_TEXT = "home-edito";

/** '/': a venue's Home on its own hosts, the group's front page on the group's hosts. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(pageRequest);
  const { venue } = request;
  return venue === null ? groupFront(request) : venueHome(request, venue, context.get(pageEditing) !== null);
}

export default function Home({ loaderData }: Route.ComponentProps) {
  if (loaderData.of === "venue") return <VenueHome {...loaderData} />;
  return (
    <>
      <PageHead head={loaderData.head} />
      <Suspense>
        <GroupFront front={loaderData.front} />
        <StructuredData />
      </Suspense>
    </>
  );
}

function VenueHome({ page, home, text, ownWords }: Awaited<ReturnType<typeof venueHome>>) {
  return (
    <VenuePage page={page}>
      <HomePage site={useSite()} home={home} text={text} />
      <HoursScript />
      {ownWords !== null && <Editable contentKey={DESCRIPTION_KEY} document={ownWords} isHidden />}
    </VenuePage>
  );
}

async function venueHome(request: PageRequest, venue: Venue, isEdited: boolean) {
  const { world, locale, made, path } = request;
  const row = await request.establishment();
  made.tags.add(jackpotsTag(venue.siteId)).add(contentTag(venue.projectId, DESCRIPTION_KEY));
  if (path !== paths.home) made.isCacheable = false;
  const [site, text, { home, changeTimes, description, ownWords }] = await Promise.all([
    siteOf(request, venue),
    pageTextOf(request, venue, HOME_TEXT),
    homeView(world, venue, locale, row),
  ]);
  made.changeTimes.push(...changeTimes);
  const head = venueHead(request, venue, {
    path: paths.home,
    title: `${site.title}, ${site.brand}`,
    siteName: site.title,
    description,
    image: pictureAddress(world, venue, home.cover.picture.key, "1200x630"),
    structuredData: [casinoData(request, venue, row)],
  });
  // Only editors see the text for search engines on the page.
  return { of: "venue" as const, page: { head, text: null }, home, text, ownWords: isEdited ? ownWords : null };
}

async function groupFront(request: PageRequest) {
  const { world, made } = request;
  const { front, tiles, changeTimes } = await groupFrontView(request);
  made.tags.add(GROUP_TAG);
  for (const { id } of request.venues) made.tags.add(venueTag(id));
  made.changeTimes.push(...changeTimes);
  const { brand } = GROUP;
  const description = m.group_description({ brand });
  const image = groupPictureAddress(world, GROUP.frontPicture, "1200x630");
  const head = groupHead(request, {
    title: tiles.length > 1 ? m.group_title({ brand, count: tiles.length }) : brand,
    description,
    image,
    structuredData: [groupData(world, tiles, { description, image })],
  });
  return { of: "group" as const, head, front };
}
