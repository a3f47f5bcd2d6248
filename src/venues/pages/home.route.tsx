import { useSearchParams } from "react-router";
import { focalRules } from "../../content/picture-source.ts";
import { m } from "../../paraglide/messages.js";
import { pageRequest } from "../../request-context.server.ts";
import { GROUP } from "../group.ts";
import { homeView, picturesOf } from "../home.server.ts";
import { pictureAddress } from "../origins.server.ts";
import { casinoData, groupHead, venueHead } from "../page-head.server.ts";
import { siteView } from "../site.server.ts";
import { GROUP_TAG, jackpotsTag, venueTag } from "../venue.ts";
import { groupVenues } from "../venues.server.ts";
import type { Route } from "./+types/home.route.ts";
import { Frame } from "./frame.tsx";
import { GroupFront } from "./group-front.tsx";
import { HomePage } from "./home-page.tsx";
import { PageHead } from "./page-head.tsx";

/** '/': a venue's Home on its own hosts, the group's front page on the group's (G181). */
export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(pageRequest);
  const { world, venue, locale, made } = request;
  if (venue === null) {
    made.tags.add(GROUP_TAG);
    const venues = await groupVenues(world, request.venues, locale);
    const head = groupHead(world, locale, { title: m.group_title({ brand: GROUP.brand }), description: m.group_description({ brand: GROUP.brand }) });
    return { kind: "group" as const, locale, venues, head, pageStyle: focalRules(venues.map((one) => one.picture)) };
  }
  made.tags.add(venueTag(venue.id)).add(jackpotsTag(venue.siteId));
  const [{ site, fullTitle }, { home, edges, description }] = await Promise.all([siteView(world, venue, locale), homeView(world, venue, locale)]);
  made.edges.push(...edges);
  const casino = await casinoData(world, venue, fullTitle, description);
  const head = venueHead(world, venue, locale, {
    path: "/",
    title: `${site.title}, ${site.brand}`,
    description,
    image: pictureAddress(world, venue, home.cover.picture.key, "1200x630"),
    structuredData: casino === null ? [] : [casino],
  });
  return { kind: "venue" as const, site, home, head, pageStyle: focalRules(picturesOf(home)) };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  if (loaderData.kind === "group") {
    return (
      <>
        <PageHead head={loaderData.head} />
        <GroupFront venues={loaderData.venues} locale={loaderData.locale} />
      </>
    );
  }
  const { site, home, head } = loaderData;
  return (
    <>
      <PageHead head={head} />
      <Frame site={site} current="home" isMenuOpen={query.get("popup") === "Menu"}>
        <HomePage site={site} home={home} />
      </Frame>
    </>
  );
}
