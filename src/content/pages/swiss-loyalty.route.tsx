import { redirect } from "react-router";
import { m } from "../../paraglide/messages.js";
import { ServerContent } from "../../ui/page-assets.tsx";
import { GROUP } from "../../venues/group.ts";
import openingCss from "../../venues/pages/page-opening.css?inline";
import { showVenuePage } from "../../venues/pages/venue-page.tsx";
import { paths } from "../../venues/paths.ts";
import { publisherOf } from "../../venues/publisher.server.ts";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { contentTag } from "../blocks.server.ts";
import { legalText, picturesIn } from "../legal-texts.server.ts";
import type { Route } from "./+types/swiss-loyalty.route.ts";
import proseCss from "./prose.css?inline";
import swissLoyaltyCss from "./swiss-loyalty.css?inline";
import { SwissLoyalty } from "./swiss-loyalty.tsx";

/** '/players-plus-ch': the free programme as Swiss law lets it be told, without perks or amounts (G6, spec/policy.md). */
export async function loader({ context }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  if (venue.policy.loyaltyPromo !== "swiss") throw redirect(paths.home);
  const { world, locale } = request;
  request.made.tags.add(contentTag(venue.projectId, "players-plus-ch"));
  const publisher = await publisherOf(world, venue, locale);
  const text = await legalText(world, venue, "players-plus-ch", locale, publisher);
  const picture = await picturesIn(world, [text.document], locale);
  const title = m.legal_loyalty_title({ program: GROUP.program });
  await showVenuePage(request, venue, {
    path: paths.swissLoyalty,
    title,
    description: m.legal_loyalty_description({ program: GROUP.program }),
    image: publisher.cover.key,
    current: "loyalty",
    breadcrumb: [{ name: GROUP.program, path: paths.swissLoyalty }],
    pictures: [publisher.cover, ...picture.all],
    sheets: [openingCss, proseCss, swissLoyaltyCss],
    content: (site) => (
      <SwissLoyalty
        site={site}
        title={title}
        text={text}
        opening={picture.all[0] ?? publisher.cover}
        picture={picture.view}
      />
    ),
  });
  return null;
}

export default function SwissLoyaltyPage() {
  return <ServerContent />;
}
