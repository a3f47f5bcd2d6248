import { m } from "../../paraglide/messages.js";
import type { MessageKey, Problem, Refused } from "../contract.ts";
import type { Member } from "../member.ts";
import { answerOptins, asksForOptins } from "../optin-question.server.ts";
import { newNumberProblems, sendPhoneCode, verifyPhoneCode } from "../phone.server.ts";
import { secondsToNextCode } from "../phone-codes.server.ts";
import { internationalNumber } from "../phone-countries.server.ts";
import { mobileNumber } from "../phone-number.server.ts";
import { endedCode, holdCode } from "../phone-visit.server.ts";
import { messageOf } from "../refusals.ts";
import { answerState, keptValues, provingVisit } from "./form-answer.server.ts";
import { afterwards, leaveTo } from "./member-request.server.ts";
import {
  answerCode,
  answerCodeRefused,
  answerNumberRefused,
  NUMBER_FIELDS,
  numberTyped,
  screenBefore,
  type CodeScreen,
  type PhoneRequest,
} from "./phone-screens.server.ts";
import { toastCookie } from "./toast-cookie.server.ts";

type Purpose = "verify_phone" | "leave_phone";

/** /phone-define: a number to send a code to, the code, another code, another number, and the way back to the code. */
export async function phoneAction(request: PhoneRequest) {
  switch (request.fields["intent"]) {
    case "verify":
      return verify(request);
    case "resend":
      return resend(request);
    case "other":
      return answerNumber(request);
    case "code":
      return request.held === null ? answerNumber(request) : answerCode(request, request.held);
    default:
      return start(request);
  }
}

function answerNumber({ world, visitor, fields, held }: PhoneRequest) {
  if (held !== null) visitor.cookies.push(holdCode(world, { ...held, isAside: true }));
  return answerState(200, { values: keptValues(fields, NUMBER_FIELDS) });
}

/** The question may stay without an answer: then nothing is recorded, and it is asked another time. */
async function start(request: PhoneRequest) {
  const { world, member, held } = request;
  const problems = numberProblems(request);
  if (problems.length > 0) return answerNumberRefused(request, { problems });
  const standing = held !== null && isSameNumber(request, held) ? held : null;
  if (standing !== null) {
    await recordAnswer(request);
    const seconds = await secondsToNextCode(world, member, standing.token);
    if (seconds > 0) return answerCode(request, standing, { said: { standing: String(seconds) } });
  }
  const sent = await send(request, provesByCode(member) ? "leave_phone" : "verify_phone");
  if ("ok" in sent) {
    await recordAnswer(request);
    return answerCode(request, sent.ok);
  }
  const isFull = standing !== null && "refusal" in sent && sent.refusal.status === 429;
  return isFull ? answerCodeRefused(request, standing, sent) : answerNumberRefused(request, sent);
}

/** Everything that is wrong is told before anything is sent: the number, and beside it a password that is not there. */
function numberProblems({ world, visit, member, fields }: PhoneRequest): Problem[] {
  const { device = "", country = "", current_password: password = "" } = fields;
  const required: MessageKey = "members_required";
  const problems =
    device.trim() === ""
      ? [{ key: "device", message: required }]
      : newNumberProblems(world, visit, member, internationalNumber(device, country));
  const lacksPassword = member.mobilePhone !== null && member.hasPassword && password === "";
  return problems.length > 0 && lacksPassword
    ? [...problems, { key: "current_password", message: required }]
    : problems;
}

/** The number whose code lives, however it is typed this time. */
function isSameNumber({ world, venue, fields }: PhoneRequest, held: CodeScreen): boolean {
  const [typed, before] = [numberTyped(fields), held].map(({ device, country }) =>
    mobileNumber(world, venue, internationalNumber(device, country)),
  );
  if (typed === undefined || before === undefined || "problems" in typed || "problems" in before) return false;
  return typed.number.e164 === before.number.e164;
}

async function recordAnswer({ world, venue, member, fields }: PhoneRequest): Promise<void> {
  const answer = fields["optins"];
  if (answer !== "yes" && answer !== "no") return;
  if (await asksForOptins(world, venue, member)) await answerOptins(world, venue, member, answer === "yes");
}

/** An account without a password proves by a code on its old number that its holder asks (G65). */
function provesByCode(member: Member): boolean {
  return member.mobilePhone !== null && !member.hasPassword;
}

async function send(request: PhoneRequest, purpose: Purpose): Promise<{ ok: CodeScreen } | Refused> {
  const { world, member, fields } = request;
  const { device = "", country = "", current_password: password = "" } = fields;
  const number = purpose === "leave_phone" ? (member.mobilePhone ?? "") : internationalNumber(device, country);
  const sent = await sendPhoneCode(world, provingVisit(request), member, {
    otp_type: "check",
    device_type: "mobile",
    device: number,
    purpose,
    ...(password === "" ? {} : { current_password: password }),
  });
  return "ok" in sent ? { ok: { ...numberTyped(fields), token: sent.ok.deviceToken, purpose } } : sent;
}

async function resend(request: PhoneRequest) {
  const before = screenBefore(request);
  const sent = await send(request, before.purpose);
  if ("ok" in sent) return answerCode(request, sent.ok, { said: { resent: "1" } });
  return answerCodeRefused(request, before, sent);
}

async function verify(request: PhoneRequest) {
  const { world, visit, member, fields, visitor } = request;
  const input = { device_token: fields["device_token"] ?? "", otp: (fields["otp"] ?? "").replaceAll(/\s/g, "") };
  const verified = await verifyPhoneCode(world, visit, member, input);
  if (!("ok" in verified)) return refusedCode(request, verified);
  if (verified.ok.purpose === "leave_phone") {
    const sent = await send(request, "verify_phone");
    return "ok" in sent ? answerCode(request, sent.ok) : answerNumberRefused(request, sent);
  }
  visitor.cookies.push(endedCode(), toastCookie(m.account_phone_done()));
  return leaveTo(afterwards(request));
}

/** A number that cannot be used at all takes the visitor back to the number, empty, with the reason above it (section 8). */
function refusedCode(request: PhoneRequest, refused: Refused) {
  const { locale, fields } = request;
  const problem = "problems" in refused ? refused.problems[0] : undefined;
  if (problem?.key === "mobile_phone" || problem?.key === "device") {
    const values = keptValues(fields, ["country", "optins"]);
    return answerState(422, { values, alert: messageOf(problem.message, locale) });
  }
  return answerCodeRefused(request, screenBefore(request), refused);
}
