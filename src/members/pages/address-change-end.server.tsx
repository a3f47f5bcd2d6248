import { m } from "../../paraglide/messages.js";
import type { Refused } from "../contract.ts";
import type { Answered, Side } from "../email-change-answers.server.ts";
import { memberPaths } from "../paths.ts";
import { Success } from "./account-page.tsx";
import { showRefused, showState } from "./form-answer.server.ts";
import { EMPTY_FORM, type FormState } from "./form-state.ts";
import { OtherWay } from "./member-form.tsx";
import { farewell, type MemberRequest } from "./member-request.server.ts";
import { showFormPage } from "./show-form-page.server.tsx";

type End = Answered["result"] | "dead" | "over";

/** Leaves what an answer came to for the loader of the same page; a member whose own address it was is logged out with all the others. */
export function leaveAnswer(
  context: Parameters<typeof showState>[0],
  request: MemberRequest,
  answered: { ok: Answered } | Refused,
): ReturnType<typeof showState> {
  if (!("ok" in answered)) {
    const error = "refusal" in answered ? answered.refusal.error : null;
    if (error === "members_link_dead") return left(context, 400, "dead");
    if (error === "members_email_change_over") return left(context, 409, "over");
    return showRefused(context, request, answered, { kept: [], fields: [] });
  }
  const { result, accountId } = answered.ok;
  if (result === "changed" && request.member?.accountId === accountId) farewell(request);
  return left(context, 200, result);
}

function left(context: Parameters<typeof showState>[0], status: number, end: End) {
  return showState(context, status, { ...EMPTY_FORM, values: { end } });
}

/** What was left; null where the page still asks. */
export function endOf({ values }: FormState): End | null {
  return (values["end"] as End | undefined) ?? null;
}

/** Shows how it ended. The words for a dead link are the same whether it is used, too old or none (G47). */
export async function showEnd(request: MemberRequest, side: Side, end: End): Promise<void> {
  const [heading, words] = wordsOf(side, end);
  const isFine = end !== "dead" && end !== "over";
  await showFormPage(request, {
    heading,
    ...(isFine ? {} : { lead: words }),
    closeHref: "/",
    state: EMPTY_FORM,
    labels: {},
    content: isFine && <Success>{words}</Success>,
    footer: end === "changed" && <OtherWay label={m.account_login_title()} href={memberPaths.logIn} />,
  });
}

function wordsOf(side: Side, end: End): [heading: string, words: string] {
  if (end === "changed") return [m.account_address_changed_title(), m.account_address_changed_text()];
  if (end === "refused") return [m.account_address_refused_title(), m.account_address_refused_text()];
  if (end === "over") return [m.account_address_over_title(), m.members_email_change_over()];
  if (end === "dead") return [m.account_confirm_dead_title(), m.account_address_dead_text()];
  const words = side === "new" ? m.account_address_new_waiting() : m.account_address_old_waiting();
  return [m.account_address_waiting_title(), words];
}
