import { useEffect, useEffectEvent, useRef } from "react";
import { m } from "../../paraglide/messages.js";
import { isFailed } from "../../ui/client-action.ts";
import { CheckField } from "../../ui/field.tsx";
import { useNotices } from "../../ui/notices.tsx";
import type { AccountView } from "../account-view.server.ts";
import type { Channel } from "../contract.ts";
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
  const save = () => void form.fetcher.submit(ref.current);
  const tell = useEffectEvent((answered: unknown) => {
    // What could not be saved shows what is.
    if (isFailed(answered)) ref.current?.reset();
    else if (answered !== undefined) toast(m.frame_account_saved());
  });
  useEffect(() => tell(form.fetcher.data), [form.fetcher.data]);
  // Whoever was quicker than React has ticked something that nobody heard.
  const onArrival = useEffectEvent(() => {
    const isTicked = (field: Element) => field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
    if ([...(ref.current?.elements ?? [])].some(isTicked)) save();
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
