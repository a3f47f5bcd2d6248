import { type ReactNode, useEffect, useRef, useState } from "react";
import { m } from "../../messages/messages.js";
import { PasswordField } from "../../ui/forms/field.tsx";
import { useProblem } from "../../ui/forms/form.tsx";
import { PASSWORD_MIN, PASSWORD_PATTERN, PASSWORD_RULE } from "../limits.ts";

type NewPasswordProps = {
  label: string;
  problem: string | undefined;
  isFocused?: boolean;
};

/**
 * A field for a new password with its rule below. Each part of the rule is marked while typing. The server decides: it also refuses
 * common passwords that meet every part.
 */
export function NewPasswordField({ label, problem, isFocused }: NewPasswordProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const shown = useProblem("password", problem);
  // Check text that was typed before hydration.
  useEffect(() => setTyped(input.current?.value ?? ""), []);
  useEffect(() => {
    if (shown !== undefined) setRefused(input.current?.value ?? null);
  }, [shown]);
  const isWhole = typed !== refused && Object.values(PASSWORD_RULE).every((isMet) => isMet(typed));
  return (
    <div>
      <PasswordField
        ref={input}
        name="password"
        label={label}
        autoComplete="new-password"
        problem={problem}
        isFocused={isFocused}
        help={<Rule typed={typed} />}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        minLength={PASSWORD_MIN}
        pattern={PASSWORD_PATTERN}
        shape={m.account_rule_missing()}
        required
      />
      <p className="heard" role="status">
        {isWhole ? m.account_rule_met() : ""}
      </p>
    </div>
  );
}

function Rule({ typed }: { typed: string }) {
  const part = (name: keyof typeof PASSWORD_RULE, words: ReactNode) => (
    <span data-rule={name} data-is-met={PASSWORD_RULE[name](typed) ? "" : undefined}>
      {words}
    </span>
  );
  return (
    <>
      {part("length", m.account_rule_length())}
      {m.account_rule_with()}
      {part("upper", m.account_rule_upper())}
      {", "}
      {part("special", m.account_rule_special())}
      {m.account_rule_and()}
      {part("digit", m.account_rule_digit())}.
    </>
  );
}
