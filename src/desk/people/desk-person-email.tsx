import type { DeskAnswer } from "../../venues/desk/answer.ts";
import { DeskAction, DeskPropertyList, DeskSection } from "../../ui/desk/property-list.tsx";
import { DeskForm } from "../../ui/desk/form.tsx";
import { DeskButtons, DeskSubmit, DeskText } from "../../ui/desk/parts.tsx";
import { m } from "../../messages/messages.js";
import type { PersonView } from "./desk-person.server.ts";

type OpenChange = NonNullable<PersonView["emailChange"]>;

/** A change of e-mail address that waits for one or both agreements, and what staff may do about it. */
export function EmailChangePart({ change, mayAct }: { change: OpenChange; mayAct: boolean }) {
  return (
    <DeskSection title={m.deskpeople_email_change()} lead={m.deskpeople_email_change_lead()}>
      <DeskPropertyList
        properties={[
          [m.deskpeople_email_new(), change.address],
          [m.deskpeople_state(), change.asked],
          [m.deskpeople_until(), change.until],
          [
            m.deskpeople_email_by_new(),
            change.isNewAgreed ? m.deskpeople_email_confirmed() : m.deskpeople_email_waiting(),
          ],
          [m.deskpeople_email_by_old(), oldWords(change)],
        ]}
      />
      {mayAct && change.isOwn && !change.isOldAgreed && <p className="desk-help">{m.deskpeople_email_own()}</p>}
      {mayAct && (
        <DeskButtons>
          {change.mayVouch && <DeskAction value="email-vouch">{m.deskpeople_act_email_vouch()}</DeskAction>}
          <DeskAction value="email-end" quiet>
            {m.deskpeople_act_email_end()}
          </DeskAction>
        </DeskButtons>
      )}
    </DeskSection>
  );
}

function oldWords({ isOldAgreed, vouchedBy }: OpenChange): string {
  if (vouchedBy !== null) return m.deskpeople_email_vouched({ name: vouchedBy });
  return isOldAgreed ? m.deskpeople_email_confirmed() : m.deskpeople_email_waiting();
}

/** Requests a new e-mail address for a confirmed account. */
export function EmailChangeForm({ answer: { values, problems } }: { answer: DeskAnswer }) {
  const problem = problems["email"];
  return (
    <DeskForm>
      <DeskText
        name="email"
        type="email"
        inputMode="email"
        label={m.deskpeople_email_ask()}
        help={m.deskpeople_email_ask_help()}
        defaultValue={problem === undefined ? "" : (values["email"] ?? "")}
        problem={problem}
        isFocused={problem !== undefined}
        maxLength={300}
      />
      <DeskSubmit action="email" isOutlined>
        {m.deskpeople_act_email()}
      </DeskSubmit>
    </DeskForm>
  );
}
