import { redirect } from "react-router";
import { landingNotes, picturesIn } from "../../content/legal-texts.server.ts";
import { accountFrame } from "../../members/pages/account-frame.server.ts";
import { AccountPage } from "../../members/pages/account-page.tsx";
import { memberRequest } from "../../members/pages/member-request.server.ts";
import { popupHref } from "../../members/paths.ts";
import { m } from "../../paraglide/messages.js";
import { pageRequest } from "../../request-context.server.ts";
import "../../ui/plaque.css";
import { GROUP } from "../../venues/group.ts";
import { MemberCard } from "../../venues/pages/club-block.tsx";
import { venueHead } from "../../venues/page-head.server.ts";
import { publisherOf } from "../../venues/publisher.server.ts";
import "../../venues/pages/club.css";
import { paths } from "../../venues/paths.ts";
import { enrollmentStatusOf } from "../enrollment.server.ts";
import { CHOICE_PATH, LINK_PATH, START_PATH } from "../paths.ts";
import { Choice, type ChoiceLink } from "./choice.tsx";
import "./choice.css";
import type { Route } from "./+types/choice.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** /players-plus: the programme's landing page (section 2.8); in Switzerland the page that its law allows (G6). */
export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(pageRequest).venue?.policy.loyaltyPromo === "swiss") throw redirect(paths.swissLoyalty);
  const request = memberRequest(context);
  const { world, venue, query, locale } = request;
  const { program } = GROUP;
  const frame = await accountFrame(request, { title: program });
  const { hasPerks } = venue.policy;
  const facts = await publisherOf(world, venue, locale);
  const notes = hasPerks ? await landingNotes(world, venue, locale, facts) : [];
  const pictures = await picturesIn(
    world,
    notes.map(({ document }) => document),
    locale,
  );
  const isFromMenu = query.has("toMenu");
  request.page.hydrates = false;
  request.page.content = (
    <AccountPage
      frame={frame}
      heading={m.enrollment_choice_heading()}
      lead={m.enrollment_choice_lead()}
      barTitle={program}
      closeHref={isFromMenu ? popupHref("Menu") : paths.home}
      above={
        <div className="choice-card">
          <MemberCard program={program} />
        </div>
      }
      listed={venueHead(world, venue, locale, {
        path: CHOICE_PATH,
        title: frame.documentTitle,
        description: m.enrollment_choice_lead(),
        image: null,
        structuredData: [],
      })}
    >
      <Choice
        program={program}
        hasPerks={hasPerks}
        hasWarning={venue.policy.hasGamblingWarning}
        links={venue.config.enrollment ? await linksFor(request) : []}
        notes={notes}
        pictures={pictures}
      />
    </AccountPage>
  );
  return null;
}

/** The links by what the visitor has already (section 2.8). A sponsor's code goes along. */
async function linksFor({ world, member, query }: ReturnType<typeof memberRequest>): Promise<ChoiceLink[]> {
  if (member !== null && member.playersPlusId !== null)
    return [{ href: popupHref("Menu"), label: m.enrollment_choice_profile() }];
  const status = member === null ? "NEW" : (await enrollmentStatusOf(world.database.db, member.accountId)).status;
  const kept = new URLSearchParams();
  const sponsor = query.get("sponsor");
  if (sponsor !== null && /^[\w-]{1,40}$/.test(sponsor)) kept.set("sponsor", sponsor);
  const start = kept.size === 0 ? START_PATH : `${START_PATH}?${kept}`;
  const join = m.enrollment_choice_join({ program: GROUP.program });
  return [
    { href: start, label: status === "READY" ? m.enrollment_choice_activate() : join },
    { href: LINK_PATH, label: m.enrollment_choice_link() },
  ];
}
