import { m } from "../../messages/messages.js";
import { PasswordField } from "../../ui/forms/field.tsx";
import { focusOf, type FormState } from "./form-state.ts";

/** The account's password, where a form asks for nothing else. It has the focus again after a wrong one. */
export function CurrentPasswordField({ state }: { state: FormState }) {
  return (
    <PasswordField
      name="password"
      label={m.account_password()}
      autoComplete="current-password"
      problem={state.problems["password"]}
      isFocused={focusOf(state, ["password"]) === "password"}
      showLabel={m.account_password_show()}
      required
    />
  );
}
