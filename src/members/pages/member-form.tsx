import type { ReactNode } from "react";
import { m } from "../../paraglide/messages.js";
import type { FormState } from "./form-state.ts";

type MemberFormProps = {
  state: FormState;
  /** Names this showing of the form, so that what is sent twice acts once. */
  formKey?: string;
  /** "always": every sending carries a proof of work. "asked": only once the server has asked for one. */
  proof?: "always" | "asked";
  /** What is said where sending it ends without a result; else that the page does not answer. */
  failed?: string;
  /** Sent by the page's own script as soon as it runs. */
  isSentAtOnce?: boolean;
  children: ReactNode;
};

/**
 * A form that posts to its page's own address and works without script. With one (`forms.ts`), it is sent in place: what was typed
 * stays, and the answer's problems appear under their fields.
 */
export function MemberForm({ state, formKey, proof, failed, isSentAtOnce, children }: MemberFormProps) {
  const wantsProof = proof === "always" || (proof === "asked" && state.wantsProof);
  return (
    <form
      className="form"
      method="post"
      noValidate
      data-form
      data-proof={wantsProof ? (state.wantsProof ? "now" : "typing") : undefined}
      data-failed={failed}
      data-at-once={isSentAtOnce}
    >
      {formKey !== undefined && <input type="hidden" name="form_key" value={formKey} autoComplete="off" />}
      {children}
      {proof !== undefined && (
        <>
          <input type="hidden" name="recaptcha" autoComplete="off" />
          <noscript>
            <input type="hidden" name="without_script" value="1" />
          </noscript>
          <p className="form-proof" role="status" data-busy={m.account_proof_busy()} />
        </>
      )}
    </form>
  );
}

type SubmitProps = {
  label: string;
  isDisabled?: boolean;
  /** False on a step of a form that only its last one proves. */
  needsProof?: boolean;
};

/** The one main button of a form. */
export function Submit({ label, isDisabled, needsProof = true }: SubmitProps) {
  return (
    <button
      className="button button-venue form-submit"
      type="submit"
      disabled={isDisabled}
      data-unproven={needsProof ? undefined : ""}
    >
      {label}
    </button>
  );
}

/** The way to another form of the member area, at the foot of this one. */
export function OtherWay({ question, label, href }: { question?: string; label: string; href: string }) {
  return (
    <>
      {question !== undefined && <p>{question}</p>}
      <a className="link" href={href}>
        {label}
      </a>
    </>
  );
}
