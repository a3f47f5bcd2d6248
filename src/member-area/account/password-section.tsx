import { useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "../../messages/messages.js";
import { PasswordField } from "../../ui/forms/field.tsx";
import type { AccountAnswer } from "./account-answer.ts";
import { AccountForm } from "./account-form.tsx";
import { Success } from "../../accounts/pages/account/account-page.tsx";
import { NewPasswordField } from "../../accounts/forms/new-password-field.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** How long a success is shown before the form returns, in milliseconds. */
const DONE_MS = 10_000;

/** The form for a new password. It logs the other devices out; their list is loaded again with the sections around it. */
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

/** The button is enabled when every field is filled. */
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

/** Moves the focus to the success message while the form is hidden, and to the form's title afterwards. */
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

/** For an account that was made by a social log-in and has no password: it gets a first one by mail. */
export function DefinePasswordSection({ answer }: { answer: AccountAnswer }) {
  const form = useAccountForm("define", answer);
  return (
    <AccountForm form={form} intent="define" title={m.frame_account_define_title()}>
      {form.isDone ? (
        <Success>{form.answer.sent}</Success>
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
