import { DeskAct, DeskFacts, DeskSection } from "../../operators/pages/desk-facts.tsx";
import { DeskButtons, DeskForm, DeskText } from "../../operators/pages/desk-parts.tsx";
import { deskInstant } from "../../operators/pages/desk-words.ts";
import { m } from "../../paraglide/messages.js";
import type { PersonAtDesk } from "../people.server.ts";

type OpenChange = NonNullable<PersonAtDesk["emailChange"]>;
type OpenChangeProps = { change: OpenChange; mayAct: boolean; clock: Parameters<typeof deskInstant>[1] };

/** A change of address that waits for one side or both, and what staff may do about it. */
export function EmailChangePart({ change, mayAct, clock }: OpenChangeProps) {
  return (
    <DeskSection title={m.deskpeople_email_change()} lead={m.deskpeople_email_change_lead()}>
      <DeskFacts
        facts={[
          [m.deskpeople_email_new(), change.address],
          [
            m.deskpeople_state(),
            m.deskpeople_asked({ name: change.askedBy, time: deskInstant(change.askedAt, clock) }),
          ],
          [m.deskpeople_until(), deskInstant(change.expiresAt, clock)],
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
          {change.mayVouch && <DeskAct value="email-vouch">{m.deskpeople_act_email_vouch()}</DeskAct>}
          <DeskAct value="email-end" quiet>
            {m.deskpeople_act_email_end()}
          </DeskAct>
        </DeskButtons>
      )}
    </DeskSection>
  );
}

function oldWords({ isOldAgreed, vouchedBy }: OpenChange): string {
  if (vouchedBy !== null) return m.deskpeople_email_vouched({ name: vouchedBy });
  return isOldAgreed ? m.deskpeople_email_confirmed() : m.deskpeople_email_waiting();
}

/** What was typed as another address, and what is wrong with it. */
export type TypedEmail = { value: string; problem: string | undefined };

/** Asks for another address of a confirmed account (G71). */
export function EmailChangeForm({ typed }: { typed: TypedEmail }) {
  return (
    <DeskForm>
      <DeskText
        name="email"
        type="email"
        inputMode="email"
        label={m.deskpeople_email_ask()}
        help={m.deskpeople_email_ask_help()}
        defaultValue={typed.value}
        problem={typed.problem}
        isFocused={typed.problem !== undefined}
        maxLength={300}
      />
      <DeskButtons>
        <button className="button button-line" name="act" value="email">
          {m.deskpeople_act_email()}
        </button>
      </DeskButtons>
    </DeskForm>
  );
}
