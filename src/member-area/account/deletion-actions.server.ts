import { answerRefused, answerState, visitWithProof } from "../../accounts/forms/form-answer.server.ts";
import type { FormState } from "../../accounts/forms/form-state.ts";
import { removeSessionCookie, type MemberRequest } from "../../accounts/forms/member-request.server.ts";
import { waitWords } from "../../accounts/forms/wait-words.ts";
import { freshInput, freshProblems, type Refused } from "../../accounts/contract.ts";
import { requestDeletion } from "../../accounts/data/deletion.server.ts";
import { reauthenticate } from "../../accounts/reauthentication/reauthentication.server.ts";
import { isFresh } from "../../accounts/reauthentication/proof.server.ts";
import type { Member } from "../../accounts/member.ts";
import { longDate, namesOf } from "../../accounts/mails/profile-mails.server.ts";
import { secondsToNextCode } from "../../accounts/phone/codes.server.ts";
import { sendPhoneCode } from "../../accounts/phone/phone.server.ts";
import { endedCode, heldCode, holdCode } from "../../accounts/phone/code-cookie.server.ts";
import { m } from "../../messages/messages.js";

type Asked = MemberRequest & { member: Member };
type Fields = Record<string, string>;
type Answer = ReturnType<typeof answerState> | Response | Promise<ReturnType<typeof answerState> | Response>;

/** The action of /mon-compte/suppression: send a code, go back to the password, or delete the account. */
export function deletionAction(asked: Asked, fields: Fields): Answer {
  const intent = fields["intent"] ?? "";
  if (intent === "code") return sendCode(asked, fields);
  if (intent === "password") return backToPassword(asked);
  return submitDeletion(asked, fields);
}

function backToPassword({ visitor }: Asked) {
  visitor.cookies.push(endedCode());
  return answerState(200, {});
}

async function sendCode(asked: Asked, fields: Fields) {
  const { world, visitor, member, locale } = asked;
  const { mobilePhone: phone } = member;
  if (phone === null) return answerState(400, {});
  const sent = await sendPhoneCode(world, visitWithProof(asked, fields), member, {
    otp_type: "check",
    device_type: "mobile",
    device: phone,
    purpose: "fresh",
  });
  if ("ok" in sent) {
    const token = sent.ok.deviceToken;
    visitor.cookies.push(
      holdCode(world, { token, purpose: "fresh", device: "", country: "", optins: "", isAside: false }),
    );
    return answerState(200, { values: { ...(await codeValues(asked, token)), resent: fields["resent"] ?? "" } });
  }
  if ("refusal" in sent && sent.refusal.kind === "rate_limited" && sent.refusal.error === "members_too_many") {
    const wait = waitWords(sent.refusal.retryAfterSeconds ?? 0, locale);
    return answerState(429, { values: codeTyped(fields), alert: m.account_phone_too_many({ wait }) });
  }
  return answerRefused(asked, sent, { values: codeTyped(fields), fields: [] });
}

/** Deletes the account, with the proof that the form brings unless an earlier one is fresh. */
async function submitDeletion(asked: Asked, fields: Fields) {
  const { world, visit, visitor, member, locale } = asked;
  const proved = isFresh(world, member) ? { ok: true } : await prove(asked, fields);
  if (!("ok" in proved))
    return answerRefused(asked, proved, { values: await codeKept(asked, fields), fields: ["password", "otp"] });
  const requested = await requestDeletion(world, visit, { ...member, provedAt: world.now() });
  if (!("ok" in requested)) return answerRefused(asked, requested, { fields: [] });
  visitor.cookies.push(endedCode());
  removeSessionCookie(asked);
  const { erasedAt, moneyAt } = requested.ok;
  return answerState(200, { values: { erased_on: longDate(erasedAt, locale), money_at: namesOf(moneyAt, locale) } });
}

async function prove({ world, visit, member }: Asked, fields: Fields): Promise<{ ok: unknown } | Refused> {
  const { device_token: token, otp, password = "" } = fields;
  const given = otp === undefined ? { password } : { device_token: token, otp: otp.replaceAll(/\s/g, "") };
  const read = freshInput.safeParse(given);
  return read.success ? reauthenticate(world, visit, member, read.data) : { problems: freshProblems(given) };
}

/** The code screen that this browser holds, for a page that is loaded again. */
export async function codeHeld(asked: Asked, raw: Request): Promise<FormState["values"]> {
  const held = await heldCode(asked.world, asked.member, raw, ["fresh"]);
  return held === null ? {} : codeValues(asked, held.token);
}

async function codeKept(asked: Asked, fields: Fields): Promise<FormState["values"]> {
  const token = fields["device_token"] ?? "";
  return token === "" ? {} : codeValues(asked, token);
}

function codeTyped({ device_token: token = "" }: Fields): FormState["values"] {
  return token === "" ? {} : { screen: "code", device_token: token };
}

/** The values of the code screen: `wait` is the seconds until another code. */
async function codeValues({ world, member }: Asked, token: string): Promise<FormState["values"]> {
  const wait = await secondsToNextCode(world, member, token);
  return { screen: "code", device_token: token, wait: String(wait) };
}
