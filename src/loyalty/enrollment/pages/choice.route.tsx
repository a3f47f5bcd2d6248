import * as paths from "../../../venues/paths.ts";
import { redirect } from "react-router";
import { programmeFootnotes, picturesIn } from "../../../content/legal-texts.server.ts";
import { accountFrame } from "../../../accounts/pages/account/account-frame.server.ts";
import { AccountPage } from "../../../accounts/pages/account/account-page.tsx";
import { closedGate } from "../../../accounts/gates.ts";
import { isIncomplete, gateStateOf } from "../../../accounts/member.ts";
import { memberRequest } from "../../../accounts/forms/member-request.server.ts";
import { popupHref } from "../../../accounts/paths.ts";
import { m } from "../../../messages/messages.js";
import { pageRequest } from "../../../venues/document/page-request.server.ts";
import "../../../ui/ornament/plaque.css";
import { GROUP } from "../../../venues/group.ts";
import { MemberCard } from "../../../venues/pages/club-block.tsx";
import { casinoData } from "../../../venues/casino-data.server.ts";
import { venueHead } from "../../../venues/document/page-head.server.ts";
import { publisherOf } from "../../../pictures/publisher.server.ts";
import { StructuredData } from "../../../venues/pages/structured-data.tsx";
import "../../../venues/pages/club.css";
import { cardView } from "../../card-view.server.ts";
import { enrollmentStatusOf } from "../enrollment-view.server.ts";
import { balanceDecimal } from "../../balance/movements.ts";
import { balanceNow } from "../../balance/statement.server.ts";
import { Choice, type ChoiceSteps } from "./choice.tsx";
import { BalanceLine } from "../../pages/balance-line.tsx";
import { CardFace, CardObject } from "../../pages/card-face.tsx";
import { remarkOf } from "../../pages/statement-view.server.ts";
import "./choice.css";
import type { Route } from "./+types/choice.route.ts";

export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true };

type Request = ReturnType<typeof memberRequest>;

/** `/players-plus`: the programme's landing page. Swiss sites have a page of their own, which their law allows. */
export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(pageRequest).venue?.policy.loyaltyPromo === "swiss") throw redirect(paths.swissProgramme);
  const request = memberRequest(context);
  const { world, venue, query, locale } = request;
  const { hasPerks, gamblingWarning } = venue.policy;
  const frame = await accountFrame(request, { title: GROUP.program });
  const publisher = await publisherOf(world, venue, locale);
  const notes = hasPerks ? await programmeFootnotes(world, venue, locale, publisher) : [];
  const documents = notes.map(({ document }) => document);
  const head = venueHead(request, venue, {
    path: paths.programme,
    title: frame.documentTitle,
    siteName: publisher.title,
    description: m.enrollment_choice_lead(),
    image: null,
    structuredData: [casinoData(request, venue, await request.establishment())],
  });
  const choice = {
    hasPerks,
    /** The gambling warning that promotions must carry, where the page does not show it anyway. */
    gamblingWarning: gamblingWarning?.on === "promotions" ? gamblingWarning.name : null,
    steps: await stepsFor(request),
    /** The footnotes of the benefits. */
    notes,
    pictures: await picturesIn(world, documents, locale),
  };
  return { frame, head, isFromMenu: query.has("toMenu"), member: await memberPart(request), choice };
}

/** The member's own part; null for everybody else, and for members who must first complete their account. `balance` is decimal euros ('12.30'). */
async function memberPart({ world, venue, member, locale }: Request) {
  if (member === null || member.playersPlusId === null) return null;
  if (isIncomplete(member) || closedGate("Card", gateStateOf(member)) !== null) return null;
  const now = await balanceNow(world, member.playersPlusId);
  return {
    /** Null while the card is being created. */
    card: await cardView(world, venue, member),
    balance: balanceDecimal(now.balance),
    /** What expires next, or what is owed. */
    remark: remarkOf(now, locale),
  };
}

/** What the visitor can do next. A sponsor's code is kept in the links. */
async function stepsFor({ world, venue, member, query }: Request): Promise<ChoiceSteps> {
  if (!venue.config.enrollment) return { kind: "none" };
  if (member !== null && member.playersPlusId !== null) return { kind: "profile" };
  const status = member === null ? "NEW" : (await enrollmentStatusOf(world.database.db, member.accountId)).status;
  const sponsor = query.get("sponsor") ?? "";
  return { kind: "join", isReady: status === "READY", sponsor: /^[\w-]{1,40}$/.test(sponsor) ? sponsor : null };
}

export default function ChoicePage({ loaderData: { frame, head, isFromMenu, member, choice } }: Route.ComponentProps) {
  const { program } = frame;
  return (
    <AccountPage
      frame={frame}
      listed={head}
      heading={m.enrollment_choice_heading()}
      lead={m.enrollment_choice_lead()}
      barTitle={program}
      closeHref={isFromMenu ? popupHref("Menu") : paths.home}
      above={
        member === null ? (
          <div className="choice-card">
            <MemberCard program={program} />
          </div>
        ) : (
          <ChoiceMember member={member} program={program} />
        )
      }
    >
      <StructuredData />
      <Choice program={program} {...choice} />
    </AccountPage>
  );
}

/** Shown to members above the text: the card with its code, the balance, and the part of it that expires next. */
function ChoiceMember({
  member,
  program,
}: {
  member: NonNullable<Route.ComponentProps["loaderData"]["member"]>;
  program: string;
}) {
  const { card, balance, remark } = member;
  return (
    <div className="choice-member">
      {card === null ? <CardObject program={program} /> : <CardFace card={card} />}
      <BalanceLine balance={balance} />
      {remark !== null && <p className="small quiet">{remark}</p>}
    </div>
  );
}
