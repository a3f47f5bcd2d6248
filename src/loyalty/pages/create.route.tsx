import { data, redirect, type RouterContextProvider } from "react-router";
import { ENROLLMENT_SCRIPT } from "../../page-assets.server.ts";
import { accountFrame } from "../../members/pages/account-frame.server.ts";
import { AccountPage } from "../../members/pages/account-page.tsx";
import { formAnswer, formKeyOf, showRefused } from "../../members/pages/form-answer.server.ts";
import "../../members/pages/forms.css";
import { leaveTo, loggedInRequest, type MemberRequest } from "../../members/pages/member-request.server.ts";
import type { Member } from "../../members/member.ts";
import { popupHref } from "../../members/paths.ts";
import type { Refused } from "../../members/contract.ts";
import "../../ui/field.css";
import "../../ui/dawn.css";
import "../../ui/plaque.css";
import { GROUP } from "../../venues/group.ts";
import { venueOrigin } from "../../venues/origins.server.ts";
import { acceptRules, countConversion, currentLink, enrollmentPage, readRules } from "../enrollment-page.server.ts";
import { startEnrollment } from "../enrollment.server.ts";
import { CHOICE_PATH, START_PATH } from "../paths.ts";
import "./create.css";
import { viewOf, type Screen } from "./enrollment-views.tsx";
import { Leaving } from "./leaving.tsx";
import type { Route } from "./+types/create.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

type Context = Readonly<RouterContextProvider>;
type Request = MemberRequest & { member: Member };
const CARD = "/?popup=Card";
const GO = `${START_PATH}?go=1`;

/** /players-plus/create: one view per status (sections 2.8 and 4), behind the guards of section 6. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = enrollmentRequest(context);
  const { world, venue, member, query, page } = request;
  if (query.has("go")) return showLeaving(request);
  const dossier = await enrollmentPage(world, member);
  if (dossier.status === "COMPLETED") throw redirect(CARD);
  const frame = await accountFrame(request, {
    title: GROUP.program,
  });
  const state = context.get(formAnswer);
  const view = viewOf({
    dossier,
    program: GROUP.program,
    isMember: member.playersPlusId !== null,
    hasPerks: venue.policy.hasPerks,
    state,
    formKey: formKeyOf(request),
    sponsor: state.values["sponsor_code"] ?? query.get("sponsor")?.slice(0, 40) ?? "",
  });
  page.hydrates = false;
  page.content = (
    <AccountPage
      frame={{ ...frame, script: ENROLLMENT_SCRIPT.path }}
      heading={view.heading}
      lead={view.lead}
      barTitle={GROUP.program}
      closeHref={dossier.status === "READY" ? popupHref("Menu") : CHOICE_PATH}
      alert={state.alert}
      above={view.above}
    >
      {view.content}
    </AccountPage>
  );
  return null;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** The forms of the views; what else is sent shows the page again. */
export async function action({ context, request: sent }: Route.ActionArgs) {
  const request = enrollmentRequest(context);
  const { world, member, fields } = request;
  switch (fields["do"]) {
    case "start":
      return begin(context, request);
    case "again":
      return follow(context, request, await ask(request), START_PATH);
    case "resume":
      return follow(context, request, await ask(request), GO);
    case "conversion":
      await countConversion(world, member, sent.headers.get("cookie") ?? "");
      return data(null);
    default:
      return data(null, { status: 400 });
  }
}

function enrollmentRequest(context: Context): Request {
  const request = loggedInRequest(context, "EnrollmentStart");
  if (!request.venue.config.enrollment) throw redirect("/");
  return request;
}

/** 'C’est parti !': the rules are read before anything is begun, and written down once there is a dossier (G89). */
async function begin(context: Context, request: Request) {
  const { world, member, fields, venue } = request;
  const sponsor = venue.policy.hasPerks ? fields["sponsor_code"] : undefined;
  const rules = await readRules(world, { rules: fields["rules"], sponsor_code: sponsor });
  if (!("ok" in rules)) return refused(context, request, rules);
  const started = await ask(request);
  if ("ok" in started) await acceptRules(world, member, rules.ok.sponsorMembershipId);
  return follow(context, request, started, GO);
}

function ask({ world, visit, member, venue }: Request) {
  return startEnrollment(world, visit, member, {
    browser_callback_url: `${venueOrigin(world, venue)}${START_PATH}`,
  });
}

/** What no longer fits the dossier is best answered by the dossier itself. */
function follow(context: Context, request: Request, started: { ok: unknown } | Refused, href: string) {
  if ("ok" in started) return leaveTo(href);
  const isOver = "refusal" in started && started.refusal.error === "enrollment_in_progress";
  return isOver ? leaveTo(START_PATH) : refused(context, request, started);
}

function refused(context: Context, request: Request, problem: Refused) {
  return showRefused(context, request, problem, { kept: ["sponsor_code", "rules"], fields: ["rules", "sponsor_code"] });
}

/** The last page of ours before the provider's: it says whose pages come next (T40), and works without script. */
async function showLeaving(request: Request) {
  const { world, member, page } = request;
  const link = await currentLink(world, member);
  if (link === null) throw redirect(START_PATH);
  const frame = await accountFrame(request, { title: GROUP.program });
  const screen: Screen = Leaving({ link });
  page.hydrates = false;
  page.content = (
    <AccountPage
      frame={{ ...frame, script: ENROLLMENT_SCRIPT.path }}
      heading={screen.heading}
      lead={screen.lead}
      barTitle={GROUP.program}
      closeHref={CHOICE_PATH}
      above={screen.above}
    >
      {screen.content}
    </AccountPage>
  );
  return data(null, { headers: { "Cache-Control": "no-store" } });
}
