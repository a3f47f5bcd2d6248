import { m } from "../../messages/messages.js";
import { PasswordField } from "../../ui/forms/field.tsx";
import { focusOf, type FormState } from "./form-state.ts";

type CurrentPasswordProps = { state: FormState; name?: string; label?: string; isFocused?: boolean };

/** The account's password. Unless the form decides otherwise, it has the focus again after a wrong one. */
export function CurrentPasswordField({ state, name = "password", label, isFocused }: CurrentPasswordProps) {
  return (
    <PasswordField
      name={name}
      label={label ?? m.account_password()}
      autoComplete="current-password"
      problem={state.problems[name]}
      isFocused={isFocused ?? focusOf(state, [name]) === name}
      required
    />
  );
}
