import { useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "../../messages/messages.js";
import { PasswordField } from "../../ui/forms/field.tsx";
import type { AccountAnswer } from "./account-answer.ts";
import { AccountForm } from "./account-form.tsx";
import { Success } from "../../accounts/pages/account/account-page.tsx";
import { NewPasswordField } from "../../accounts/forms/new-password-field.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** How long a success stands before the form is there again, in milliseconds (section 4). */
const DONE_MS = 10_000;

/** The other devices are logged out by it; their list comes anew with what stands around this. */
export function PasswordSection({ answer }: { answer: AccountAnswer }) {
  const form = useAccountForm("password", answer);
  const ref = useRef<HTMLFormElement>(null);
  const isResting = useRest(form.isDone ? form.answer : null);
  const { successRef, titleRef } = useRestingFocus(isResting);
  const [isFilled, setFilled] = useState(true);
  const look = () => setFilled(areFilled(ref.current));
  const onAnswer = useEffectEvent((isDone: boolean, _answer: AccountAnswer) => {
    if (isDone) ref.current?.reset();
    look();
  });
  useEffect(() => onAnswer(form.isDone, form.answer), [form.isDone, form.answer]);
  return (
    <AccountForm
      form={form}
      formRef={ref}
      intent="password"
      title={m.frame_account_password_title()}
      titleRef={titleRef}
      onInput={look}
    >
      {isResting && <Success ref={successRef}>{m.frame_account_password_done()}</Success>}
      <fieldset className="account-fields" disabled={isResting}>
        <PasswordField
          name="current_password"
          label={m.frame_account_password_current()}
          problem={form.state.problems["current_password"]}
          autoComplete="current-password"
          showLabel={m.account_password_show()}
          required
        />
        <NewPasswordField label={m.frame_account_password_new()} problem={form.state.problems["password"]} />
        <button className="button button-ink" type="submit" disabled={!isFilled || form.isBusy}>
          {m.frame_account_save()}
        </button>
      </fieldset>
    </AccountForm>
  );
}

/** The button waits until every field is filled (section 5, "Account"). */
function areFilled(form: HTMLFormElement | null): boolean {
  const fields = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
  return fields.every(({ value }) => value !== "");
}

/** True for ten seconds after a success. */
function useRest(success: object | null): boolean {
  const [over, setOver] = useState<object | null>(null);
  useEffect(() => {
    if (success === null) return;
    const timer = setTimeout(() => setOver(success), DONE_MS);
    return () => clearTimeout(timer);
  }, [success]);
  return success !== null && success !== over;
}

/** What rests gives up the focus: the success takes it, and leaves it to the form's title. */
function useRestingFocus(isResting: boolean) {
  const successRef = useRef<HTMLDivElement>(null);
  const titleRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isResting) return;
    successRef.current?.focus();
    return () => {
      if (document.activeElement === document.body) titleRef.current?.focus();
    };
  }, [isResting]);
  return { successRef, titleRef };
}

/** An account that was made with a provider has no password to change: it gets one by mail (G56). */
export function DefinePasswordSection({ answer }: { answer: AccountAnswer }) {
  const form = useAccountForm("define", answer);
  return (
    <AccountForm form={form} intent="define" title={m.frame_account_define_title()}>
      {form.isDone ? (
        <Success>{m.frame_account_define_done()}</Success>
      ) : (
        <>
          <p className="quiet">{m.frame_account_define_text()}</p>
          <button className="button button-ink" type="submit" disabled={form.isBusy}>
            {m.frame_account_define_submit()}
          </button>
        </>
      )}
    </AccountForm>
  );
}
