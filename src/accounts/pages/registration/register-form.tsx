import * as paths from "../../../venues/paths.ts";
import type { InputEvent } from "react";
import { m } from "../../../messages/messages.js";
import { CheckField, ChoiceField, TextField } from "../../../ui/forms/field.tsx";
import { CIVILITIES } from "../../limits.ts";
import { focusOf, type FormState } from "../../forms/form-state.ts";
import { EmailField } from "../../forms/email-field.tsx";
import { MemberForm, Submit } from "../../forms/member-form.tsx";
import { NewPasswordField } from "../../forms/new-password-field.tsx";
import { SocialButtons } from "../login/social-buttons.tsx";
import { useStepFocus } from "../../forms/use-step-focus.ts";
import type { Route } from "./+types/register.route.ts";

export const IDENTITY_FIELDS = ["civility_id", "lastname", "firstname", "birthday"] as const;
export const ACCESS_FIELDS = ["email", "password", "optins", "terms"] as const;

type Page = Route.ComponentProps["loaderData"];
type RegisterView = {
  page: Page;
  state: FormState;
  step: 1 | 2;
  /** Goes back to step 1 in the history; false where the server has to show it. */
  goBack: () => boolean;
};

/** The progress of the registration, as a line under the bar. */
export function Steps({ step }: { step: 1 | 2 }) {
  return (
    <p className="form-steps" data-step={step}>
      <i aria-hidden="true" />
      <span className="heard">{m.account_register_step({ step })}</span>
    </p>
  );
}

/**
 * Both steps in one form: the hidden one is sent along every time. So a browser without script moves between them by posts and
 * loses nothing but the password.
 */
export function RegisterForm(view: RegisterView) {
  const { state, step } = view;
  const { formKey, ways, social } = view.page;
  return (
    <>
      {step === 1 && social === null && <SocialButtons ways={ways} />}
      {social !== null && <ContinuedWith social={social} />}
      <MemberForm
        state={state}
        formKey={formKey}
        {...(social === null ? { proof: "always" as const } : {})}
        isReady={(form) => step === 1 || hasAccepted(form)}
      >
        <input type="hidden" name="step" value={step} />
        <IdentityStep {...view} />
        <AccessStep {...view} />
      </MemberForm>
    </>
  );
}

/** The provider's account with which this registration continues. */
function ContinuedWith({ social: { provider, values } }: { social: NonNullable<Page["social"]> }) {
  const { email } = values;
  return (
    <p className="form-with" role="note">
      {email === undefined
        ? m.account_register_with_nobody({ provider })
        : m.account_register_with({ provider, email })}
    </p>
  );
}

function IdentityStep({ page, state, step }: RegisterView) {
  const focus = step === 1 ? focusOf(state, IDENTITY_FIELDS) : null;
  const shown = (name: (typeof IDENTITY_FIELDS)[number]) => ({
    name,
    problem: state.problems[name],
    isFocused: focus === name,
  });
  const typed = (name: (typeof IDENTITY_FIELDS)[number]) => ({
    ...shown(name),
    defaultValue: state.values[name],
    required: true,
  });
  return (
    <div className="form-step" data-step="1" hidden={step !== 1}>
      <ChoiceField
        {...shown("civility_id")}
        label={m.account_civility()}
        value={state.values["civility_id"]}
        options={[
          { value: String(CIVILITIES.MR), label: m.account_civility_mr() },
          { value: String(CIVILITIES.MME), label: m.account_civility_mme() },
        ]}
      />
      <TextField {...typed("lastname")} label={m.account_lastname()} autoComplete="family-name" maxLength={200} />
      <TextField {...typed("firstname")} label={m.account_firstname()} autoComplete="given-name" maxLength={200} />
      <TextField
        {...typed("birthday")}
        label={m.account_birthday()}
        autoComplete="bday"
        inputMode="numeric"
        placeholder={m.account_birthday_format()}
        maxLength={20}
        onInput={addSlashes}
        help={page.frame.minimumAge === 21 ? m.account_birthday_21() : m.account_birthday_18()}
      />
      {step === 1 && <Submit label={m.account_register_next()} needsProof={false} />}
    </div>
  );
}

function AccessStep({ page: { optinVenue, social }, state, step, goBack }: RegisterView) {
  const focus = step === 2 ? (focusOf(state, ACCESS_FIELDS) ?? (state.alert === null ? "email" : null)) : null;
  const isVouched = social !== null && social.vouchedEmail !== null;
  return (
    <div ref={useStepFocus(step === 2)} className="form-step" data-step="2" hidden={step !== 2}>
      <EmailField
        state={state}
        isFocused={focus === "email" && !isVouched}
        autoComplete={social === null ? "username" : "email"}
        isReadOnly={isVouched}
        help={isVouched ? m.account_register_settled({ provider: social.provider }) : undefined}
      />
      {social === null && (
        <NewPasswordField
          label={m.account_password()}
          problem={state.problems["password"]}
          isFocused={focus === "password"}
        />
      )}
      <div className="form-checks">
        {optinVenue !== null && (
          <CheckField
            name="optins"
            label={m.account_optin({ venue: optinVenue })}
            defaultChecked={state.values["optins"] === "1"}
          />
        )}
        <CheckField
          name="terms"
          label={<Terms />}
          defaultChecked={state.values["terms"] === "1"}
          problem={state.problems["terms"]}
          isFocused={focus === "terms"}
          required
        />
      </div>
      {step === 2 && (
        <>
          <Submit label={m.account_register_create()} />
          <p className="form-back">
            <button
              className="text-link form-aside"
              type="submit"
              name="to_step"
              value="1"
              formNoValidate
              data-unproven
              onClick={(event) => goBack() && event.preventDefault()}
            >
              {m.account_register_back()}
            </button>
          </p>
        </>
      )}
    </div>
  );
}

function hasAccepted(form: HTMLFormElement): boolean {
  const terms = form.elements.namedItem("terms");
  return !(terms instanceof HTMLInputElement) || terms.checked;
}

/** Adds the slashes of a date while it is typed: 12 becomes 12/, and 12/04 becomes 12/04/. */
function addSlashes({ currentTarget: field, nativeEvent }: InputEvent<HTMLInputElement>): void {
  const isTyped = nativeEvent.inputType === "insertText";
  if (isTyped && /^\d{2}(\/\d{2})?$/.test(field.value)) field.value += "/";
}

function Terms() {
  return (
    <>
      {m.account_terms_accept()}
      <a className="text-link" href={paths.terms} target="_blank">
        {m.account_terms_cgu()}
      </a>
      {m.account_terms_and()}
      <a className="text-link" href={paths.privacy} target="_blank">
        {m.account_terms_privacy()}
      </a>
      .
    </>
  );
}
