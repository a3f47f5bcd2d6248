import { useEffect, useEffectEvent, useRef } from "react";
import { m } from "../../messages/messages.js";
import { isFailed } from "../../ui/forms/client-action.ts";
import { CheckField } from "../../ui/forms/field.tsx";
import { useNotices } from "../../ui/feedback/notices.tsx";
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

/** Saved at once where a script sends what was ticked; by a button where there is none. */
export function ContactSection({ optins, answer }: ContactProps) {
  const ref = useRef<HTMLFormElement>(null);
  const form = useAccountForm("optins", answer, m.frame_account_unsaved());
  const { toast } = useNotices();
  const sending = useRef({ isUnderWay: false, isTickedSince: false });
  // One sending at a time: the last one holds everything that is ticked.
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
  // Whoever was quicker than React has ticked something that nobody heard.
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
      // A browser that fills in at a reload what was ticked before it would have it sent.
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

/** What could not be saved goes back to what is. Not `reset()`, after which React misses the next change of a box. */
function showSaved(form: HTMLFormElement | null): void {
  for (const box of boxesOf(form)) box.checked = box.defaultChecked;
}

function boxesOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
}
