import { useEffect, useEffectEvent, useRef } from "react";
import { m } from "../../messages/messages.js";
import { isFailed } from "../../ui/forms/client-action.ts";
import { CheckField } from "../../ui/forms/field.tsx";
import { useFeedback } from "../../ui/feedback/feedback.tsx";
import type { AccountView } from "../../accounts/profile/view.server.ts";
import type { Channel } from "../../accounts/contract.ts";
import type { AccountAnswer } from "./account-answer.ts";
import { AccountForm } from "./account-form.tsx";
import { useAccountForm } from "./use-account-form.ts";

const CHANNEL_LABELS: [Channel, () => string][] = [
  ["CANAL_EMAIL", m.frame_account_by_email],
  ["CANAL_SMS", m.frame_account_by_sms],
  ["CANAL_LETTER", m.frame_account_by_letter],
];

type ContactProps = { optins: NonNullable<AccountView["optins"]>; answer: AccountAnswer };

/** The opt-ins: saved at every change, or by a button where no script runs. */
export function ContactSection({ optins, answer }: ContactProps) {
  const ref = useRef<HTMLFormElement>(null);
  const form = useAccountForm("optins", answer, m.frame_account_unsaved());
  const { toast } = useFeedback();
  const sending = useRef({ isUnderWay: false, isTickedSince: false });
  // Send one request at a time; the next one holds the state of all boxes.
  const save = () => {
    const { isUnderWay } = sending.current;
    sending.current = { isUnderWay: true, isTickedSince: isUnderWay };
    if (!isUnderWay) void form.fetcher.submit(ref.current);
  };
  const tell = useEffectEvent((answered: unknown) => {
    if (answered === undefined) return;
    const { isTickedSince } = sending.current;
    sending.current = { isUnderWay: false, isTickedSince: false };
    if (isTickedSince) save();
    else if (isFailed(answered)) showSaved(ref.current);
    else toast(m.frame_account_saved());
  });
  useEffect(() => tell(form.fetcher.data), [form.fetcher.data]);
  // Save a box that was ticked before hydration.
  const onArrival = useEffectEvent(() => {
    if (boxesOf(ref.current).some(({ checked, defaultChecked }) => checked !== defaultChecked)) save();
  });
  useEffect(() => onArrival(), []);
  return (
    <AccountForm
      form={form}
      formRef={ref}
      intent="optins"
      title={m.frame_account_contact()}
      // Keep the browser from restoring ticks at a reload: they would be saved.
      autoComplete="off"
    >
      <div>
        {CHANNEL_LABELS.map(([channel, label]) => (
          <CheckField key={channel} name={channel} label={label()} defaultChecked={optins[channel]} onChange={save} />
        ))}
      </div>
      {form.isDone && (
        <p className="heard" role="status">
          {m.frame_account_saved()}
        </p>
      )}
      <button className="button button-ink unscripted" type="submit">
        {m.frame_account_save()}
      </button>
    </AccountForm>
  );
}

/** Shows the saved state again after a failure. Not `reset()`: React would miss the next change of a box. */
function showSaved(form: HTMLFormElement | null): void {
  for (const box of boxesOf(form)) box.checked = box.defaultChecked;
}

function boxesOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
}
