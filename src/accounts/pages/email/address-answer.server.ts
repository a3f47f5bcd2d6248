import type { Refused } from "../../contract.ts";
import type { Answered } from "../../email/change-answers.server.ts";
import type { AddressEnd } from "./address-end.tsx";
import { answerRefused, answerState } from "../../forms/form-answer.server.ts";
import { removeSessionCookie, type MemberRequest } from "../../forms/member-request.server.ts";

/** The result of an answer by a mail's link. A member whose own address changed is logged out with all other sessions. */
export function answerChange(request: MemberRequest, answered: { ok: Answered } | Refused) {
  if (!("ok" in answered)) {
    const error = "refusal" in answered ? answered.refusal.error : null;
    if (error === "members_link_dead") return ended(400, "dead");
    if (error === "members_email_change_over") return ended(409, "over");
    return answerRefused(request, answered, { fields: [] });
  }
  const { result, accountId } = answered.ok;
  if (result === "changed" && request.member?.accountId === accountId) removeSessionCookie(request);
  return ended(200, result);
}

function ended(status: number, end: AddressEnd) {
  return answerState(status, { values: { end } });
}
