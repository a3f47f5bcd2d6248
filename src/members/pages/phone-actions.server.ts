import type { RouterContextProvider } from "react-router";
import { m } from "../../paraglide/messages.js";
import type { Problem, Refused } from "../contract.ts";
import { answerOptins, asksForOptins } from "../optin-question.server.ts";
import { newNumberProblems, sendPhoneCode, verifyPhoneCode } from "../phone.server.ts";
import { internationalNumber } from "../phone-countries.server.ts";
import { messageOf } from "../refusals.ts";
import type { Member } from "../member.ts";
import {
  keptValues,
  lacksProof,
  provingVisit,
  showProofMissing,
  showRefused,
  showState,
} from "./form-answer.server.ts";
import { EMPTY_FORM, type FormState } from "./form-state.ts";
import { afterwards, leaveTo, type MemberRequest } from "./member-request.server.ts";
import { toastCookie } from "./toast-cookie.server.ts";

type Context = Readonly<RouterContextProvider>;
type Request = MemberRequest & { member: Member };
type Purpose = "verify_phone" | "leave_phone";

export const NUMBER_FIELDS = ["device", "country", "optins"] as const;
const SHOWN = { kept: NUMBER_FIELDS, fields: ["device", "current_password", "optins"] };
/** What the code's screen is made of; it travels in the form, because the address stays the same. */
const CODE_VALUES = [...NUMBER_FIELDS, "device_token", "purpose"] as const;

/** /phone-define: a number to send a code to, the code, another code, another number. */
export async function phoneAction(context: Context, request: Request) {
  switch (request.fields["intent"]) {
    case "verify":
      return verify(context, request);
    case "resend":
      return resend(context, request);
    case "other":
      return showState(context, 200, { ...EMPTY_FORM, values: keptValues(request.fields, NUMBER_FIELDS) });
    default:
      return start(context, request);
  }
}

/** Everything that is wrong is told before a code is sent, the unanswered question among it. */
async function start(context: Context, request: Request) {
  const { world, venue, visit, member, fields } = request;
  const isAsked = await asksForOptins(world, venue, member);
  const answer = fields["optins"];
  const { device = "", country = "" } = fields;
  const problems: Problem[] = [];
  if (device.trim() === "") problems.push({ key: "device", message: "members_required" });
  else if (provesByCode(member))
    problems.push(...newNumberProblems(world, visit, member, internationalNumber(device, country)));
  if (isAsked && answer !== "yes" && answer !== "no") problems.push({ key: "optins", message: "members_required" });
  if (problems.length > 0) return showRefused(context, request, { problems }, SHOWN);
  if (lacksProof(request)) return showProofMissing(context, request, NUMBER_FIELDS);
  const sent = await send(request, provesByCode(member) ? "leave_phone" : "verify_phone");
  if (!("ok" in sent)) return showRefused(context, request, sent, SHOWN);
  if (isAsked) await answerOptins(world, venue, member, answer === "yes");
  return showCode(context, request, sent.ok);
}

/** An account without a password proves by a code on its old number that its holder asks (G65). */
function provesByCode(member: Member): boolean {
  return member.mobilePhone !== null && !member.hasPassword;
}

type Sent = { deviceToken: string; purpose: Purpose };

async function send(request: Request, purpose: Purpose): Promise<{ ok: Sent } | Refused> {
  const { world, member, fields } = request;
  const { device = "", country = "", current_password: password } = fields;
  const number = purpose === "leave_phone" ? (member.mobilePhone ?? "") : internationalNumber(device, country);
  const sent = await sendPhoneCode(world, provingVisit(request), member, {
    otp_type: "check",
    device_type: "mobile",
    device: number,
    purpose,
    ...(password === undefined ? {} : { current_password: password }),
  });
  return "ok" in sent ? { ok: { deviceToken: sent.ok.deviceToken, purpose } } : sent;
}

async function resend(context: Context, request: Request) {
  const { fields } = request;
  if (lacksProof(request)) return showCode(context, request, sentBefore(fields), { alert: m.account_proof_missing() });
  const sent = await send(request, purposeOf(fields));
  if ("ok" in sent) return showCode(context, request, sent.ok, { isResent: true });
  return showCodeAgain(context, request, sent);
}

async function verify(context: Context, request: Request) {
  const { world, visit, member, fields, visitor } = request;
  const input = { device_token: fields["device_token"] ?? "", otp: (fields["otp"] ?? "").replaceAll(/\s/g, "") };
  const verified = await verifyPhoneCode(world, visit, member, input);
  if (!("ok" in verified)) return refusedCode(context, request, verified);
  if (verified.ok.purpose === "leave_phone") {
    const sent = await send(request, "verify_phone");
    return "ok" in sent ? showCode(context, request, sent.ok) : showRefused(context, request, sent, SHOWN);
  }
  visitor.cookies.push(toastCookie(m.account_phone_done()));
  return leaveTo(afterwards(request));
}

/** A number that cannot be used at all takes the visitor back to the number, empty, with the reason above it (section 8). */
function refusedCode(context: Context, request: Request, refused: Refused) {
  const { locale, fields } = request;
  const problem = "problems" in refused ? refused.problems[0] : undefined;
  if (problem?.key === "mobile_phone" || problem?.key === "device") {
    const values = keptValues(fields, ["country", "optins"]);
    return showState(context, 422, { ...EMPTY_FORM, values, alert: messageOf(problem.message, locale) });
  }
  return showCodeAgain(context, request, refused);
}

function showCodeAgain(context: Context, request: Request, refused: Refused) {
  const { locale, fields } = request;
  const before = sentBefore(fields);
  if ("refusal" in refused) {
    const { status, error } = refused.refusal;
    return showCode(context, request, before, { alert: messageOf(error, locale), status });
  }
  const [first] = refused.problems;
  if (first === undefined) return showCode(context, request, before);
  const words = messageOf(first.message, locale);
  return showCode(context, request, before, {
    status: 422,
    ...(first.key === "otp" ? { problems: { otp: words } } : { alert: words }),
  });
}

function sentBefore(fields: Record<string, string>): Sent {
  return { deviceToken: (fields["device_token"] ?? "").slice(0, 200), purpose: purposeOf(fields) };
}

function purposeOf(fields: Record<string, string>): Purpose {
  return fields["purpose"] === "leave_phone" ? "leave_phone" : "verify_phone";
}

type More = { alert?: string; problems?: FormState["problems"]; isResent?: boolean; status?: number };

function showCode(context: Context, { fields }: Request, { deviceToken, purpose }: Sent, more: More = {}) {
  const { alert = null, problems = {}, isResent = false, status = 200 } = more;
  const values = {
    ...keptValues(fields, CODE_VALUES),
    device_token: deviceToken,
    purpose,
    screen: "code",
    ...(isResent ? { resent: "1" } : {}),
  };
  return showState(context, status, { ...EMPTY_FORM, values, problems, alert });
}
