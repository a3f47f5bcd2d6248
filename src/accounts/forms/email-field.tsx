import { m } from "../../messages/messages.js";
import { TextField } from "../../ui/forms/field.tsx";
import type { FormState } from "./form-state.ts";

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
