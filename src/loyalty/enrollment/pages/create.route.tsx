import * as paths from "../../../venues/paths.ts";
import { data, redirect, redirectDocument, type RouterContextProvider } from "react-router";
import { accountFrame } from "../../../accounts/pages/account/account-frame.server.ts";
import { AccountPage } from "../../../accounts/pages/account/account-page.tsx";
import { answerRefused, answerState, keptValues } from "../../../accounts/forms/form-answer.server.ts";
import { EMPTY_FORM } from "../../../accounts/forms/form-state.ts";
import "../../../accounts/forms/forms.css";
import {
  redirectAfterForm,
  loggedInRequest,
  type MemberRequest,
} from "../../../accounts/forms/member-request.server.ts";
import type { Member } from "../../../accounts/member.ts";
import { popupHref } from "../../../accounts/paths.ts";
import type { Refused } from "../../../accounts/contract.ts";
import "../../../ui/forms/field.css";
import "../../../ui/document/loading-rays.css";
import "../../../ui/ornament/plaque.css";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { qrOf } from "../../../ui/qr.server.ts";
import { GROUP } from "../../../venues/group.ts";
import { venueOrigin } from "../../../venues/addresses/origins.server.ts";
import { acceptRules, countConversion, currentLink, enrollmentPage, readRules } from "../page.server.ts";
import { startEnrollment } from "../enrollment.server.ts";
import "./create.css";
import { viewOf } from "./enrollment-views.tsx";
import { forwardingView } from "./forwarding.tsx";
import type { Route } from "./+types/create.route.ts";

export { clientAction } from "../../../accounts/forms/client-action.ts";
export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

type Context = Readonly<RouterContextProvider>;
type EnrollmentRequest = MemberRequest & { member: Member };
type EnrollmentPost = EnrollmentRequest & { fields: Record<string, string> };
const GO = `${paths.enrollment}?go=1`;

/** `/players-plus/create`: one view per status, for logged-in members. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = enrollmentRequest(context);
  const { world, venue, member, query } = request;
  if (query.has("go")) return leavingData(request);
  const enrollment = await enrollmentPage(world, member);
  // A full navigation, because the session's token has changed.
  if (enrollment.status === "COMPLETED") throw redirectDocument(popupHref("Card"));
  return data({
    frame: await enrollmentFrame(request),
    leaving: null,
    view: {
      enrollment,
      /**
       * The QR code of the enrollment's number (`card_id`); null if it has none. Where the enrollment was refused,
       * reception finds it by this number.
       */
      qr: enrollment.card_id === null ? null : qrOf(enrollment.card_id),
      /** True if the account already has a membership. */
      isMember: member.playersPlusId !== null,
      hasPerks: venue.policy.hasPerks,
      /** The sponsor's code in the address; empty if there is none. */
      sponsor: query.get("sponsor")?.slice(0, 40) ?? "",
    },
  });
}

/** The page before the provider's. It is not cached, because its link is valid for one verification. */
async function leavingData(request: EnrollmentRequest) {
  const link = await currentLink(request.world, request.member);
  if (link === null) throw redirect(paths.enrollment);
  const frame = await enrollmentFrame(request);
  return data({ frame, leaving: { link }, view: null }, { headers: { "Cache-Control": "no-store" } });
}

function enrollmentFrame(request: EnrollmentRequest) {
  return accountFrame(request, { title: GROUP.program });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** Answers the forms of the views. Unknown ones get 400. */
export async function action({ context, request }: Route.ActionArgs) {
  const posted = { ...enrollmentRequest(context), fields: textsOf(await request.formData()) };
  switch (posted.fields["do"]) {
    case "start":
      return begin(posted);
    case "again":
      return follow(posted, await ask(posted), paths.enrollment);
    case "resume":
      return follow(posted, await ask(posted), GO);
    case "conversion":
      await countConversion(posted.world, posted.member, request.headers.get("cookie") ?? "");
      return answerState(200, {});
    default:
      return answerState(400, {});
  }
}

function enrollmentRequest(context: Context): EnrollmentRequest {
  const request = loggedInRequest(context, "EnrollmentStart");
  if (!request.venue.config.enrollment) throw redirect("/");
  return request;
}

/** Checks the rules before anything is started. The acceptance is recorded once there is an enrollment. */
async function begin(posted: EnrollmentPost) {
  const { world, member, fields, venue } = posted;
  const sponsor = venue.policy.hasPerks ? fields["sponsor_code"] : undefined;
  const rules = await readRules(world, { rules: fields["rules"], sponsor_code: sponsor });
  if (!("ok" in rules)) return refused(posted, rules);
  const started = await ask(posted);
  if ("ok" in started) await acceptRules(world, member, rules.ok.sponsorMembershipId);
  return follow(posted, started, GO);
}

function ask({ world, visit, member, venue }: EnrollmentRequest) {
  return startEnrollment(world, visit, member, {
    browser_callback_url: `${venueOrigin(world, venue)}${paths.enrollment}`,
  });
}

/** A request that no longer fits the enrollment's status shows the enrollment instead of an error. */
function follow(posted: EnrollmentPost, started: { ok: unknown } | Refused, href: string) {
  if ("ok" in started) return redirectAfterForm(href);
  const isOver = "refusal" in started && started.refusal.error === "enrollment_in_progress";
  return isOver ? redirectAfterForm(paths.enrollment) : refused(posted, started);
}

function refused(posted: EnrollmentPost, problem: Refused) {
  const names = ["rules", "sponsor_code"];
  return answerRefused(posted, problem, { values: keptValues(posted.fields, names), fields: names });
}

export default function Enrollment({ loaderData, actionData }: Route.ComponentProps) {
  const state = useAnswer(actionData) ?? EMPTY_FORM;
  const { frame, leaving, view } = loaderData;
  const { program } = frame;
  const screen = leaving === null ? viewOf({ ...view, program, state }) : forwardingView(leaving);
  const isReady = view?.enrollment.status === "READY";
  return (
    <AccountPage
      frame={frame}
      heading={screen.heading}
      lead={screen.lead}
      barTitle={program}
      closeHref={isReady ? popupHref("Menu") : paths.programme}
      alert={state.alert}
      above={screen.above}
    >
      {screen.content}
    </AccountPage>
  );
}
