import { m } from "../../paraglide/messages.js";
import { memberPaths } from "../paths.ts";
import { FormPage } from "./form-page.tsx";
import { EMPTY_FORM, type FormState } from "./form-state.ts";
import { OtherWay } from "./member-form.tsx";
import { IDENTITY_FIELDS, RegisterForm, Steps } from "./register-form.tsx";
import type { registerPage } from "./register-page.server.ts";

type RegisterPageProps = {
  page: Awaited<ReturnType<typeof registerPage>>;
  /** What the form's answer says; nothing on its first showing. */
  answered: FormState | undefined;
};

/** Both registration pages: step 1, the identity, or step 2, the access. */
export function RegisterPage({ page, answered = EMPTY_FORM }: RegisterPageProps) {
  const { frame, kept, formKey, ways, optinHouse, social } = page;
  const state = stateOf(page, answered);
  const step = stepOf(state);
  return (
    <FormPage
      frame={frame}
      barTitle={m.account_register_title()}
      heading={step === 1 ? m.account_register_hello() : m.account_register_access()}
      lead={step === 1 ? m.account_register_identity() : m.account_register_access_text()}
      above={<Steps step={step} />}
      state={state}
      labels={labels()}
      footer={
        step === 1 && (
          <OtherWay
            question={m.account_register_known()}
            label={m.account_login_title()}
            href={`${memberPaths.logIn}${kept}`}
          />
        )
      }
    >
      <RegisterForm
        state={state}
        step={step}
        formKey={formKey}
        ways={ways}
        minimumAge={frame.minimumAge}
        optinHouse={optinHouse}
        social={social}
      />
    </FormPage>
  );
}

/** What a provider has told fills the form in; what it vouches for stays. */
function stateOf({ social, error }: RegisterPageProps["page"], answered: FormState): FormState {
  const settled: FormState["values"] = social?.settledEmail ? { email: social.settledEmail } : {};
  return {
    ...answered,
    values: { ...social?.values, ...answered.values, ...settled },
    alert: answered === EMPTY_FORM ? error : answered.alert,
  };
}

const labels = () => ({
  civility_id: m.account_civility(),
  lastname: m.account_lastname(),
  firstname: m.account_firstname(),
  birthday: m.account_birthday(),
  email: m.account_email(),
  password: m.account_password(),
  terms: m.account_terms_label(),
});

/** Step 2 unless something of step 1 is wrong. */
function stepOf({ values, problems }: FormState): 1 | 2 {
  return values["step"] === "2" && !IDENTITY_FIELDS.some((name) => problems[name] !== undefined) ? 2 : 1;
}
