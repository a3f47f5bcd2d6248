import type { Refused } from "../../contract.ts";
import { newToken } from "../../../platform/sealing.server.ts";
import { addressAsked, type Answered, type Side } from "../../email/change-answers.server.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import type { AddressEnd } from "./address-page.tsx";
import { answerRefused, answerState } from "../../forms/form-answer.server.ts";
import { removeSessionCookie, type MemberRequest } from "../../forms/member-request.server.ts";

/** The data of the page of a change's link. Reading them does not use the link up. */
export async function addressPage(request: MemberRequest, side: Side, title: string) {
  return {
    frame: await accountFrame(request, { title }),
    email: await addressAsked(request.world, side, request.query.get("token") ?? ""),
    formKey: newToken(request.world),
  };
}

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
