import { m } from "../../paraglide/messages.js";
import { PasswordField } from "../../ui/field.tsx";

type NewPasswordProps = {
  label: string;
  problem: string | undefined;
  isFocused?: boolean;
  /** What was typed has done its work: no answer gives it back. */
  isForgotten?: boolean;
};

/**
 * A password to be chosen, with the rule of section 5 under it: its parts are marked as they are met while typing. The rule itself
 * is the server's (G54).
 */
export function NewPasswordField({ label, problem, isFocused, isForgotten }: NewPasswordProps) {
  return (
    <div data-password>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        problem={problem}
        isFocused={isFocused}
        help={<Rule />}
        showLabel={m.account_password_show()}
        hideLabel={m.account_password_hide()}
        data-forget={isForgotten || undefined}
        required
      />
      <p className="heard" role="status" data-met={m.account_rule_met()} />
    </div>
  );
}

function Rule() {
  return (
    <>
      <span data-rule="length">{m.account_rule_length()}</span>
      {m.account_rule_with()}
      <span data-rule="upper">{m.account_rule_upper()}</span>
      {", "}
      <span data-rule="special">{m.account_rule_special()}</span>
      {m.account_rule_and()}
      <span data-rule="digit">{m.account_rule_digit()}</span>.
    </>
  );
}
