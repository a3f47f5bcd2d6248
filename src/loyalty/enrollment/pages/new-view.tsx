import * as paths from "../../../venues/paths.ts";
import { focusOf } from "../../../accounts/forms/form-state.ts";
import { MemberForm, Submit } from "../../../accounts/forms/member-form.tsx";
import { m } from "../../../messages/messages.js";
import { CheckField, TextField } from "../../../ui/forms/field.tsx";
import type { ViewOptions } from "./enrollment-views.tsx";

const CODE_MAX = 40;

/** The view of NEW: what is needed, the rules to accept, and a sponsor's code where the country allows referrals. */
export function NewView({ program, hasPerks, state, sponsor }: ViewOptions) {
  return (
    <>
      <p className="enroll-how">{m.enrollment_new_how()}</p>
      <section className="enroll-ids" aria-labelledby="ids-title">
        <h2 id="ids-title">{m.enrollment_new_ids()}</h2>
        <ul>
          <li>{m.enrollment_id_card()}</li>
          <li>{m.enrollment_id_licence()}</li>
          <li>{m.enrollment_id_passport()}</li>
          <li>{m.enrollment_id_permit()}</li>
        </ul>
      </section>
      <MemberForm state={state} isReady={isAccepted}>
        <input type="hidden" name="do" value="start" />
        {hasPerks && (
          <TextField
            name="sponsor_code"
            label={m.enrollment_sponsor()}
            help={m.enrollment_sponsor_help()}
            defaultValue={state.values["sponsor_code"] ?? sponsor}
            problem={state.problems["sponsor_code"]}
            maxLength={CODE_MAX}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            isFocused={
              focusOf(state, ["sponsor_code"]) === "sponsor_code" && state.problems["sponsor_code"] !== undefined
            }
          />
        )}
        <div className="form-checks">
          <CheckField
            name="rules"
            label={
              <>
                {m.enrollment_rules_accept()}
                <a className="text-link" href={paths.programmeRules} target="_blank">
                  {m.enrollment_rules_link({ program })}
                </a>
              </>
            }
            defaultChecked={state.values["rules"] === "1"}
            problem={state.problems["rules"]}
            required
          />
        </div>
        <Submit label={m.enrollment_go()} />
      </MemberForm>
    </>
  );
}

/** The submit button is enabled once the rules are accepted. */
function isAccepted({ elements }: HTMLFormElement): boolean {
  const rules = elements.namedItem("rules");
  return rules instanceof HTMLInputElement && rules.checked;
}
