import * as paths from "../../../venues/paths.ts";
import { m } from "../../../messages/messages.js";
import type { Answered, Side } from "../../email/change-answers.server.ts";
import { Success } from "../account/account-page.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { OtherFormLink } from "../../forms/member-form.tsx";

export type AddressEnd = Answered["result"] | "dead" | "over";

/** How a change of address ended; null while the page still asks. `email` is null for a dead link. */
export function addressEnd({ values }: FormState, email: string | null): AddressEnd | null {
  return (values["end"] as AddressEnd | undefined) ?? (email === null ? "dead" : null);
}

/** The page that says how it ended. A used, expired or unknown link gets the same words. */
export function endPage(side: Side, end: AddressEnd) {
  const [heading, words] = wordsOf(side, end);
  const isFine = end !== "dead" && end !== "over";
  return {
    heading,
    lead: isFine ? undefined : words,
    footer: end === "changed" && <OtherFormLink label={m.account_login_title()} href={paths.logIn} />,
    children: isFine && <Success>{words}</Success>,
  };
}

function wordsOf(side: Side, end: AddressEnd): [heading: string, words: string] {
  if (end === "changed") return [m.account_address_changed_title(), m.account_address_changed_text()];
  if (end === "refused") return [m.account_address_refused_title(), m.account_address_refused_text()];
  if (end === "over") return [m.account_address_over_title(), m.members_email_change_over()];
  if (end === "dead") return [m.account_confirm_dead_title(), m.account_address_dead_text()];
  const words = side === "new" ? m.account_address_new_waiting() : m.account_address_old_waiting();
  return [m.account_address_waiting_title(), words];
}
