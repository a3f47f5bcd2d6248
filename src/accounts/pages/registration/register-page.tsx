import * as paths from "../../../venues/paths.ts";
import { useMemo } from "react";
import { m } from "../../../messages/messages.js";
import type { Failed } from "../../../ui/forms/client-action.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM, type FormState } from "../../forms/form-state.ts";
import { OtherFormLink } from "../../forms/member-form.tsx";
import { IDENTITY_FIELDS, RegisterForm, Steps } from "./register-form.tsx";
import type { registerPage } from "./register-page.server.ts";
import { useFormStep } from "../../forms/use-form-step.ts";

type RegisterPageProps = {
  page: Awaited<ReturnType<typeof registerPage>>;
  /** The form's answer; undefined on the first rendering. */
  answered: FormState | Failed | undefined;
};

/** Both registration pages. Step 1 asks who the person is, step 2 for address and password. */
export function RegisterPage({ page, answered }: RegisterPageProps) {
  const { frame, kept, formKey, ways, optinVenue, social } = page;
  const answer = useAnswer(answered);
  const state = useMemo(() => stateOf(page, answer ?? EMPTY_FORM), [page, answer]);
  const { step, goBack } = useFormStep(answer, stepOf(state));
  return (
    <FormPage
      frame={frame}
      barTitle={m.account_register_title()}
      heading={step === 1 ? m.account_register_hello() : m.account_register_access()}
      lead={step === 1 ? m.account_register_identity() : m.account_register_access_text()}
      above={<Steps step={step} />}
      state={state}
      footer={
        step === 1 && (
          <OtherFormLink
            question={m.account_register_known()}
            label={m.account_login_title()}
            href={`${paths.logIn}${kept}`}
          />
        )
      }
    >
      <RegisterForm
        state={state}
        step={step}
        goBack={goBack}
        formKey={formKey}
        ways={ways}
        minimumAge={frame.minimumAge}
        optinVenue={optinVenue}
        social={social}
      />
    </FormPage>
  );
}

/** Fills the form in with the provider's data. An address that it vouches for cannot be changed. */
function stateOf({ social, error }: RegisterPageProps["page"], answered: FormState): FormState {
  const settled: FormState["values"] = social?.settledEmail ? { email: social.settledEmail } : {};
  return {
    ...answered,
    values: { ...social?.values, ...answered.values, ...settled },
    alert: answered === EMPTY_FORM ? error : answered.alert,
  };
}

/** Step 2, unless step 1 has a problem. */
function stepOf({ values, problems }: FormState): 1 | 2 {
  return values["step"] === "2" && !IDENTITY_FIELDS.some((name) => problems[name] !== undefined) ? 2 : 1;
}
