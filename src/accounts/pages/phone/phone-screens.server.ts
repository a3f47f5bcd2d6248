import { REFUSAL_STATUS } from "../../../platform/refusal-kinds.ts";
import { m } from "../../../messages/messages.js";
import type { Refusal, Refused } from "../../contract.ts";
import type { Member } from "../../member.ts";
import { secondsToNextCode } from "../../phone/codes.server.ts";
import { internationalNumber, readableNumber } from "../../phone/countries.server.ts";
import { holdCode, type HeldCode } from "../../phone/code-cookie.server.ts";
import { refusalText } from "../../refusals.ts";
import { answerRefused, answerState, keptValues } from "../../forms/form-answer.server.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberRequest } from "../../forms/member-request.server.ts";
import { waitWords } from "../../forms/wait-words.ts";

/** A request for /phone-define, with the code screen that its browser holds, if that code is still valid. */
export type PhoneRequest = MemberRequest & { member: Member; held: HeldCode | null };
/** A form that was posted to /phone-define, with its texts by name. */
export type PhonePost = PhoneRequest & { fields: Record<string, string> };
/** The data of the code screen. They travel in the form too, because the address stays the same. */
export type CodeScreen = Omit<HeldCode, "isAside">;

export const NUMBER_FIELDS = ["device", "country", "optins"] as const;
const TYPED_MAX = 200;

/** The code screen as its form sent it. */
export function screenBefore({ fields }: PhonePost): CodeScreen {
  const purpose = fields["purpose"] === "leave_phone" ? "leave_phone" : "verify_phone";
  return { ...numberTyped(fields), token: typed(fields, "device_token"), purpose };
}

/** The fields of the number form, without secrets. */
export function numberTyped(fields: Record<string, string>): Pick<CodeScreen, (typeof NUMBER_FIELDS)[number]> {
  return { device: typed(fields, "device"), country: typed(fields, "country"), optins: typed(fields, "optins") };
}

function typed(fields: Record<string, string>, name: string): string {
  return (fields[name] ?? "").slice(0, TYPED_MAX);
}

type More = {
  alert?: string;
  problems?: FormState["problems"];
  /** What is said about the code: another was sent, or the last one still stands, with the seconds until another. */
  said?: { resent: "1" } | { standing: string };
  status?: number;
};

/** Shows the code screen and stores it in the browser while the code is valid. */
export async function answerCode(request: PhoneRequest, screen: CodeScreen, more: More = {}) {
  const { world, visitor } = request;
  const { alert = null, problems = {}, said = {}, status = 200 } = more;
  visitor.cookies.push(holdCode(world, { ...screen, isAside: false }));
  return answerState(status, { values: { ...(await codeValues(request, screen)), ...said }, problems, alert });
}

/** The form values of the code screen: `phone` is where the code went, `wait` the seconds until another. */
export async function codeValues(
  { world, member }: PhoneRequest,
  { token, ...screen }: CodeScreen,
): Promise<Record<string, string>> {
  const { purpose, device, country } = screen;
  const number = purpose === "leave_phone" ? (member.mobilePhone ?? "") : internationalNumber(device, country);
  const wait = await secondsToNextCode(world, member, token);
  return { ...screen, device_token: token, screen: "code", phone: readableNumber(number), wait: String(wait) };
}

/** Shows the code screen with a refusal. */
export async function answerCodeRefused(request: PhoneRequest, screen: CodeScreen, refused: Refused) {
  if ("refusal" in refused) {
    const status = REFUSAL_STATUS[refused.refusal.kind];
    return answerCode(request, screen, { alert: refusalWords(request, refused.refusal), status });
  }
  const [first] = refused.problems;
  if (first === undefined) return answerCode(request, screen);
  const words = refusalText(first.message, request.locale);
  return answerCode(request, screen, {
    status: 422,
    ...(first.key === "otp" ? { problems: { otp: words } } : { alert: words }),
  });
}

/** Shows the number form with a refusal. */
export function answerNumberRefused(posted: PhonePost, refused: Refused) {
  const values = keptValues(posted.fields, NUMBER_FIELDS);
  if (!("refusal" in refused) || refused.refusal.kind !== "rate_limited")
    return answerRefused(posted, refused, { values, fields: ["device", "current_password"] });
  return answerState(429, { values, alert: refusalWords(posted, refused.refusal) });
}

/** The words of a refusal; for 429 with the time to wait. */
function refusalWords({ locale }: PhoneRequest, { kind, error, retryAfterSeconds }: Refusal): string {
  if (kind !== "rate_limited" || retryAfterSeconds === undefined || error !== "members_too_many")
    return refusalText(error, locale);
  return m.account_phone_too_many({ wait: waitWords(retryAfterSeconds, locale) });
}
