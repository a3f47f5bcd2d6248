import type { RouterContextProvider } from "react-router";
import { m } from "../../paraglide/messages.js";
import type { Refusal, Refused } from "../contract.ts";
import type { Member } from "../member.ts";
import { holdCode, type PhoneVisit } from "../phone-visit.server.ts";
import { messageOf } from "../refusals.ts";
import { keptValues, showRefused, showState } from "./form-answer.server.ts";
import { EMPTY_FORM, type FormState } from "./form-state.ts";
import type { MemberRequest } from "./member-request.server.ts";
import { waitWords } from "./wait-words.ts";

type Context = Readonly<RouterContextProvider>;
/** A request for /phone-define, with the code whose screen its browser holds, if that can still be checked. */
export type PhoneRequest = MemberRequest & { member: Member; held: PhoneVisit | null };
/** What the code's screen is made of; it travels in the form too, because the address stays the same. */
export type CodeScreen = Omit<PhoneVisit, "isAside">;

export const NUMBER_FIELDS = ["device", "country", "optins"] as const;
const SHOWN = { kept: NUMBER_FIELDS, fields: ["device", "current_password"] };
const TYPED_MAX = 200;

/** The code's screen as its form sent it. */
export function screenBefore({ fields }: PhoneRequest): CodeScreen {
  const purpose = fields["purpose"] === "leave_phone" ? "leave_phone" : "verify_phone";
  return { ...numberTyped(fields), token: typed(fields, "device_token"), purpose };
}

/** What the number's form says besides secrets. */
export function numberTyped(fields: Record<string, string>): Pick<CodeScreen, (typeof NUMBER_FIELDS)[number]> {
  return { device: typed(fields, "device"), country: typed(fields, "country"), optins: typed(fields, "optins") };
}

function typed(fields: Record<string, string>, name: string): string {
  return (fields[name] ?? "").slice(0, TYPED_MAX);
}

type More = {
  alert?: string;
  problems?: FormState["problems"];
  /** What is said of the code: another one is on its way, or the one that was sent stands, with the seconds until another. */
  said?: { resent: "1" } | { standing: string };
  status?: number;
};

/** Shows the code's screen, and has the browser hold it while the code lives. */
export function showCode(context: Context, { world, visitor }: PhoneRequest, screen: CodeScreen, more: More = {}) {
  const { alert = null, problems = {}, said = {}, status = 200 } = more;
  visitor.cookies.push(holdCode(world, { ...screen, isAside: false }));
  return showState(context, status, { ...EMPTY_FORM, values: { ...codeValues(screen), ...said }, problems, alert });
}

/** The form's values that have the page show the code's screen. */
export function codeValues({ token, ...screen }: CodeScreen): Record<string, string> {
  return { ...screen, device_token: token, screen: "code" };
}

/** The code's screen with what was refused. */
export function showCodeRefused(context: Context, request: PhoneRequest, screen: CodeScreen, refused: Refused) {
  if ("refusal" in refused) {
    const { status } = refused.refusal;
    return showCode(context, request, screen, { alert: refusalWords(request, refused.refusal), status });
  }
  const [first] = refused.problems;
  if (first === undefined) return showCode(context, request, screen);
  const words = messageOf(first.message, request.locale);
  return showCode(context, request, screen, {
    status: 422,
    ...(first.key === "otp" ? { problems: { otp: words } } : { alert: words }),
  });
}

/** The number's form with what was refused. */
export function showNumberRefused(context: Context, request: PhoneRequest, refused: Refused) {
  if (!("refusal" in refused) || refused.refusal.status !== 429) return showRefused(context, request, refused, SHOWN);
  const values = keptValues(request.fields, NUMBER_FIELDS);
  return showState(context, 429, { ...EMPTY_FORM, values, alert: refusalWords(request, refused.refusal) });
}

/** Whoever has to wait is told how long. */
function refusalWords({ locale }: PhoneRequest, { status, error, retryAfterSeconds }: Refusal): string {
  if (status !== 429 || retryAfterSeconds === undefined) return messageOf(error, locale);
  return m.account_phone_too_many({ wait: waitWords(retryAfterSeconds, locale) });
}
