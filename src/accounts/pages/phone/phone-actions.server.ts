import { m } from "../../../messages/messages.js";
import { otpSendInput, otpVerifyInput, type MessageKey, type Problem, type Refused } from "../../contract.ts";
import { isFresh } from "../../reauthentication/proof.server.ts";
import { answerOptins, asksForOptins } from "../../profile/optin-question.server.ts";
import { newNumberProblems, sendPhoneCode, verifyPhoneCode } from "../../phone/phone.server.ts";
import { secondsToNextCode } from "../../phone/codes.server.ts";
import { internationalNumber } from "../../phone/countries.server.ts";
import { mobileNumber } from "../../phone/number.server.ts";
import { endedCode, holdCode } from "../../phone/code-cookie.server.ts";
import { refusalText } from "../../refusals.ts";
import { answerState, keptValues, visitWithProof, submitted } from "../../forms/form-answer.server.ts";
import { redirectTarget, redirectAfterForm } from "../../forms/member-request.server.ts";
import {
  answerCode,
  answerCodeRefused,
  answerNumberRefused,
  NUMBER_FIELDS,
  numberTyped,
  screenBefore,
  type CodeScreen,
  type PhonePost,
} from "./phone-screens.server.ts";
import { toastCookie } from "../toast-cookie.server.ts";

type Purpose = CodeScreen["purpose"];

/**
 * The action of /phone-define: send a code, check it, send another, change the number, return to the code, or prove who the member is by
 * a code on the old number.
 */
export async function phoneAction(posted: PhonePost) {
  switch (posted.fields["intent"]) {
    case "verify":
      return verify(posted);
    case "resend":
      return resend(posted);
    case "other":
      return answerNumber(posted);
    case "code":
      return posted.held === null || posted.held.token === "" ? answerNumber(posted) : answerCode(posted, posted.held);
    case "leave":
      return start(posted, "leave_phone");
    default:
      return start(posted);
  }
}

function answerNumber({ world, visitor, fields, held }: PhonePost) {
  if (held !== null) visitor.cookies.push(holdCode(world, { ...held, isAside: true }));
  return answerState(200, { values: keptValues(fields, NUMBER_FIELDS) });
}

/** The question about opt-ins may stay unanswered: nothing is recorded then, and it is asked again another time. */
async function start(posted: PhonePost, purpose = firstPurpose(posted)) {
  const { world, member, held } = posted;
  const problems = numberProblems(posted, purpose);
  if (problems.length > 0) return answerNumberRefused(posted, { problems });
  const standing = held !== null && held.token !== "" && isSameNumber(posted, held) ? held : null;
  if (standing !== null) {
    await recordAnswer(posted);
    const seconds = await secondsToNextCode(world, member, standing.token);
    if (seconds > 0) return answerCode(posted, standing, { said: { standing: String(seconds) } });
  }
  const sent = await send(posted, purpose);
  if ("ok" in sent) {
    await recordAnswer(posted);
    return answerCode(posted, sent.ok);
  }
  const isFull = standing !== null && "refusal" in sent && sent.refusal.kind === "rate_limited";
  return isFull ? answerCodeRefused(posted, standing, sent) : answerNumberRefused(posted, sent);
}

/** Reports every problem before anything is sent: the number, and a missing password. */
function numberProblems({ world, visit, member, fields }: PhonePost, purpose: Purpose): Problem[] {
  const { device = "", country = "", current_password: password = "" } = fields;
  const required: MessageKey = "members_required";
  const problems =
    device.trim() === ""
      ? [{ key: "device", message: required }]
      : newNumberProblems(world, visit, member, internationalNumber(device, country));
  const isAsked = purpose === "verify_phone" && member.mobilePhone !== null && !isFresh(world, member);
  const lacksPassword = isAsked && member.hasPassword && password === "";
  return lacksPassword ? [...problems, { key: "current_password", message: required }] : problems;
}

/** True for the number whose code is still valid, however it is typed. */
function isSameNumber({ world, venue, fields }: PhonePost, held: CodeScreen): boolean {
  const [typed, before] = [numberTyped(fields), held].map(({ device, country }) =>
    mobileNumber(world, venue, internationalNumber(device, country)),
  );
  if (typed === undefined || before === undefined || "problems" in typed || "problems" in before) return false;
  return typed.number.e164 === before.number.e164;
}

async function recordAnswer({ world, venue, member, fields }: PhonePost): Promise<void> {
  const answer = fields["optins"];
  if (answer !== "yes" && answer !== "no") return;
  if (await asksForOptins(world, venue, member)) await answerOptins(world, venue, member, answer === "yes");
}

/** A member without a password and without a fresh proof gives one by a code on the old number. */
function firstPurpose({ world, member }: PhonePost): Purpose {
  const provesByCode = member.mobilePhone !== null && !member.hasPassword && !isFresh(world, member);
  return provesByCode ? "leave_phone" : "verify_phone";
}

async function send(posted: PhonePost, purpose: Purpose): Promise<{ ok: CodeScreen } | Refused> {
  const { world, member, fields } = posted;
  const { device = "", country = "", current_password: password = "" } = fields;
  const number = purpose === "leave_phone" ? (member.mobilePhone ?? "") : internationalNumber(device, country);
  const input = {
    otp_type: "check",
    device_type: "mobile",
    device: number,
    purpose,
    ...(password === "" ? {} : { current_password: password }),
  };
  const sent = await submitted(posted, otpSendInput, input, (read) =>
    sendPhoneCode(world, visitWithProof(posted, fields), member, read),
  );
  return "ok" in sent ? { ok: { ...numberTyped(fields), token: sent.ok.deviceToken, purpose } } : sent;
}

async function resend(posted: PhonePost) {
  const before = screenBefore(posted);
  const sent = await send(posted, before.purpose);
  if ("ok" in sent) return answerCode(posted, sent.ok, { said: { resent: "1" } });
  const isStale = "refusal" in sent && sent.refusal.code === "FRESH_LOGIN_REQUIRED";
  return isStale ? answerNumberRefused(posted, sent) : answerCodeRefused(posted, before, sent);
}

async function verify(posted: PhonePost) {
  const { world, visit, member, fields, visitor } = posted;
  const input = { device_token: fields["device_token"] ?? "", otp: (fields["otp"] ?? "").replaceAll(/\s/g, "") };
  const verified = await submitted(posted, otpVerifyInput, input, (read) =>
    verifyPhoneCode(world, visit, member, read),
  );
  if (!("ok" in verified)) return refusedCode(posted, verified);
  if (verified.ok.purpose === "leave_phone") {
    const proved = { ...posted, member: { ...member, provedAt: world.now() } };
    const sent = await send(proved, "verify_phone");
    return "ok" in sent ? answerCode(posted, sent.ok) : answerNumberRefused(posted, sent);
  }
  visitor.cookies.push(endedCode(), toastCookie(m.account_phone_done()));
  return redirectAfterForm(redirectTarget(posted));
}

/** A number that cannot be used leads back to the empty number form, with the reason above it. */
function refusedCode(posted: PhonePost, refused: Refused) {
  const { locale, fields } = posted;
  const problem = "problems" in refused ? refused.problems[0] : undefined;
  if (problem?.key === "mobile_phone" || problem?.key === "device") {
    const values = keptValues(fields, ["country", "optins"]);
    return answerState(422, { values, alert: refusalText(problem.message, locale) });
  }
  return answerCodeRefused(posted, screenBefore(posted), refused);
}
