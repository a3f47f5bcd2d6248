import { m } from "../../../messages/messages.js";
import { TextField } from "../../../ui/forms/field.tsx";
import { CurrentPasswordField } from "../../forms/current-password-field.tsx";
import { focusOf, type FormState } from "../../forms/form-state.ts";
import { MemberForm, Submit } from "../../forms/member-form.tsx";
import { SocialButtons, type SocialWay } from "./social-buttons.tsx";

export type LoginView = {
  state: FormState;
  ways: SocialWay[];
  recoverHref: string;
};

export function LoginForm({ state, ways, recoverHref }: LoginView) {
  const focus = focusOf(state, ["email", "password"]) ?? (state.alert === null ? null : "password");
  return (
    <>
      <SocialButtons ways={ways} />
      <MemberForm state={state} proof="asked" focusOnAlert="password">
        <EmailField state={state} isFocused={focus === "email"} autoComplete="username" />
        <CurrentPasswordField state={state} isFocused={focus === "password"} />
        <p>
          <a className="text-link form-aside" href={recoverHref}>
            {m.account_login_forgot()}
          </a>
        </p>
        <Submit label={m.account_login_submit()} />
      </MemberForm>
    </>
  );
}

type EmailFieldProps = {
  state: FormState;
  isFocused: boolean;
  autoComplete: "username" | "email";
  help?: string | undefined;
  isDisabled?: boolean;
  isReadOnly?: boolean;
};

export function EmailField({ state, isFocused, autoComplete, help, isDisabled, isReadOnly }: EmailFieldProps) {
  return (
    <TextField
      name="email"
      type="email"
      inputMode="email"
      label={m.account_email()}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      defaultValue={state.values["email"]}
      problem={state.problems["email"]}
      help={help}
      isFocused={isFocused}
      disabled={isDisabled}
      readOnly={isReadOnly}
      required
    />
  );
}
