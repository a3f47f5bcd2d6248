/* oxlint-disable jsx-a11y/no-autofocus -- only on the first invalid field of an answered form, or on a page with a single field */
import { type ComponentProps, type ReactNode, useState } from "react";
import { m } from "../../messages/messages.js";
import { describedBy, type FieldTexts } from "./field-texts.ts";
import { useProblem } from "./form.tsx";
import { useHydrated } from "../hooks/use-server-markup.ts";
import { AccountIcon } from "../icons/account-icon.tsx";
import { Icon } from "../icons/icon.tsx";

/** The props shared by all fields. */
type FieldProps = FieldTexts & { name: string; label: ReactNode };

/** `isFocused` gives the initial focus to the first invalid field; at most one field of a page may have it. */
export type Focused = { isFocused?: boolean | undefined };

function Below({ id, problem, help }: { id: string; problem: string | undefined; help: ReactNode }) {
  return (
    <>
      {problem !== undefined && (
        <p className="field-problem" id={`${id}-problem`}>
          <Icon name="warning-circle" small />
          {problem}
        </p>
      )}
      {help !== undefined && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </>
  );
}

type InputProps = Omit<ComponentProps<"input">, "name" | "id" | "className">;

/** A text input. `shape` explains in words what `pattern` or `minLength` requires. `before` and `after` are inside the frame. */
export function TextField({
  name,
  label,
  problem: given,
  help,
  isFocused,
  shape,
  before,
  after,
  ...input
}: FieldProps & Focused & InputProps & { shape?: string; before?: ReactNode; after?: ReactNode }) {
  const problem = useProblem(name, given);
  const described = describedBy(name, { problem, help });
  return (
    <div className="field">
      <label htmlFor={described.id}>{label}</label>
      <div className="field-box">
        {before}
        <input {...described} type="text" name={name} autoFocus={isFocused} data-shape={shape} {...input} />
        {after}
      </div>
      <Below id={described.id} problem={problem} help={help} />
    </div>
  );
}

type PasswordProps = FieldProps & Focused & InputProps & { shape?: string };

/** A password with a button that shows it. The button appears once React runs. */
export function PasswordField(field: PasswordProps) {
  const [isShown, setShown] = useState(false);
  const isHydrated = useHydrated();
  const button = (
    <button
      className="round field-reveal"
      type="button"
      hidden={!isHydrated}
      onClick={() => setShown(!isShown)}
      aria-label={m.account_password_show()}
      aria-pressed={isShown}
    >
      <AccountIcon name="eye" />
      <AccountIcon name="eye-slash" />
    </button>
  );
  const type = isShown ? "text" : "password";
  return <TextField {...field} type={type} autoCapitalize="none" spellCheck={false} after={button} />;
}

type Option = { value: string; label: ReactNode };

/** A few options side by side. None is selected unless `value` says so. An optional field may stay unanswered. */
export function ChoiceField({
  name,
  label,
  problem: given,
  help,
  isFocused,
  value,
  options,
  isOptional = false,
}: FieldProps & Focused & { value: string | undefined; options: Option[]; isOptional?: boolean }) {
  const problem = useProblem(name, given);
  const { id, ...described } = describedBy(name, { problem, help });
  return (
    <fieldset className="field" id={id} {...described} role="radiogroup">
      <legend>{label}</legend>
      <div className="field-choices">
        {options.map((option, at) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={value === option.value}
              autoFocus={at === 0 && isFocused}
              required={!isOptional}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <Below id={id} problem={problem} help={help} />
    </fieldset>
  );
}

/** A check box, whose label may contain links. */
export function CheckField({
  name,
  label,
  problem: given,
  help,
  isFocused,
  ...input
}: FieldProps & Focused & InputProps) {
  const problem = useProblem(name, given);
  const described = describedBy(name, { problem, help });
  return (
    <div className="field field-check">
      <label>
        <input {...described} type="checkbox" name={name} value="1" autoFocus={isFocused} {...input} />
        <span>{label}</span>
      </label>
      <Below id={described.id} problem={problem} help={help} />
    </div>
  );
}

/** A short code in a single input, so that paste, autofill and assistive technology work. The cells are decoration. */
export function CodeField({
  name,
  label,
  problem: given,
  help,
  isFocused,
  length,
  ...input
}: FieldProps & Focused & InputProps & { length: number }) {
  const problem = useProblem(name, given);
  const described = describedBy(name, { problem, help });
  return (
    <div className="field field-code">
      <label className="heard" htmlFor={described.id}>
        {label}
      </label>
      <input
        {...described}
        type="text"
        name={name}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern={`[0-9]{${length}}`}
        maxLength={length}
        autoFocus={isFocused}
        required
        {...input}
      />
      <Below id={described.id} problem={problem} help={help} />
    </div>
  );
}
