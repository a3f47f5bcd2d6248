import * as paths from "../../../venues/paths.ts";
import { m } from "../../../messages/messages.js";
import type { Answered, Side } from "../../email/change-answers.server.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { Success } from "../account/account-page.tsx";
import type { AccountFrame } from "../account/account-frame.server.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM, type FormState } from "../../forms/form-state.ts";
import { MemberForm, OtherAnswer, OtherFormLink, Submit } from "../../forms/member-form.tsx";

export type AddressEnd = Answered["result"] | "dead" | "over";

type AddressPageProps = {
  side: Side;
  /** `email` is null for a dead link. */
  page: { frame: AccountFrame; email: string | null; formKey: string };
  answered: Parameters<typeof useAnswer<FormState>>[0];
};

/** The page of a change's link: it asks one side to agree, and then says how the change goes on. */
export function AddressPage({ side, page: { frame, email, formKey }, answered }: AddressPageProps) {
  const state = useAnswer(answered) ?? EMPTY_FORM;
  const end = state.values["end"] as AddressEnd | undefined;
  if (end !== undefined || email === null)
    return <FormPage frame={frame} closeHref="/" state={EMPTY_FORM} {...endPage(side, end ?? "dead")} />;
  const isNew = side === "new";
  return (
    <FormPage
      frame={frame}
      heading={isNew ? m.account_address_new_title() : m.account_address_old_title()}
      lead={isNew ? m.account_address_new_text({ email }) : m.account_address_old_text({ email })}
      closeHref="/"
      state={state}
    >
      <MemberForm state={state} formKey={formKey}>
        {!isNew && <input type="hidden" name="answer" value="agree" />}
        <Submit label={isNew ? m.account_address_new_submit() : m.account_address_old_agree()} />
      </MemberForm>
      {!isNew && <OtherAnswer name="answer" value="refuse" label={m.account_address_old_refuse()} formKey={formKey} />}
    </FormPage>
  );
}

/** A used, expired or unknown link gets the same words. */
function endPage(side: Side, end: AddressEnd) {
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
