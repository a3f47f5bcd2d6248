import {
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useFormAction, useLocation, useNavigation, useSubmit } from "react-router";
import { m } from "../../messages/messages.js";
import { Form } from "../../ui/forms/form.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import { Alert } from "../pages/account/account-page.tsx";
import { FormAddress } from "./form-address.ts";
import { EMPTY_FORM, type FormState } from "./form-state.ts";
import { beginProof, takeProof } from "./proof.ts";

type MemberFormProps = {
  state: FormState;
  /** Identifies this rendering of the form, so that sending it twice acts once. */
  formKey?: string;
  /** "always": every request carries a proof of work. "asked": only after the server asked for one. */
  proof?: "always" | "asked";
  /** True for a form that the page sends by itself once it has loaded. */
  isSentAtOnce?: boolean;
  /** Whether the main button is enabled; checked at every change. */
  isReady?: (form: HTMLFormElement) => boolean;
  /** The field to focus where the whole form was refused. */
  focusOnAlert?: string;
  children: ReactNode;
};

/** Whether the form's main button is enabled. */
const ReadyContext = createContext(true);

/**
 * A form that posts to its page's own address and works without script. With script, the typed text stays and problems appear
 * under their fields.
 */
export function MemberForm(props: MemberFormProps) {
  const { state, formKey, proof, isSentAtOnce, isReady, focusOnAlert, children } = props;
  const ref = useRef<HTMLFormElement>(null);
  const sending = useSending(ref, proof === "always" || (proof === "asked" && state.wantsProof));
  const [ready, lookAgain] = useReady(ref, isReady);
  useSentAtOnce(ref, isSentAtOnce === true);
  useAnswered(ref, state, focusOnAlert, sending.sendProven);
  const { state: entry } = useLocation();
  return (
    <Form
      formRef={ref}
      className="form"
      method="post"
      action={sending.action}
      preventScrollReset
      replace
      state={entry}
      problems={state.problems}
      data-waiting={sending.isBusy ? "" : undefined}
      aria-busy={sending.isBusy || undefined}
      onSend={sending.onSend}
      onFocus={sending.onFocus}
      onInput={lookAgain}
    >
      {sending.lacksProof && <Alert>{m.account_proof_missing()}</Alert>}
      {formKey !== undefined && <input type="hidden" name="form_key" value={formKey} autoComplete="off" />}
      <ReadyContext value={ready}>{children}</ReadyContext>
      {proof !== undefined && (
        <p className="form-proof" role="status">
          {sending.isProving ? m.account_proof_busy() : ""}
        </p>
      )}
    </Form>
  );
}

/** Sends a form: one request at a time, with a proof of work where it needs one. */
function useSending(ref: RefObject<HTMLFormElement | null>, wantsProof: boolean) {
  const submit = useSubmit();
  const page = useFormAction();
  const action = use(FormAddress) ?? page;
  const { state: entry } = useLocation();
  const isIdle = useNavigation().state === "idle";
  const [isProving, setProving] = useState(false);
  const [lacksProof, setLacksProof] = useState(false);
  const [isMine, setMine] = useState(false);
  const isUnderWay = useRef(false);
  const wasSending = useRef(false);
  useEffect(() => {
    if (isIdle) isUnderWay.current = false;
    // The router starts a moment after the form was sent, so an idle state before that is not the end.
    if (isIdle && wasSending.current) setMine(false);
    wasSending.current = !isIdle;
  }, [isIdle]);
  const sendProven = async (submitter: HTMLElement | null = null) => {
    setProving(true);
    const payload = await takeProof();
    setProving(false);
    setLacksProof(payload === null);
    isUnderWay.current = payload !== null;
    if (payload === null || ref.current === null) return;
    const body = new FormData(ref.current, submitter);
    body.set("recaptcha", payload);
    void submit(body, { method: "post", action, preventScrollReset: true, replace: true, state: entry });
  };
  const onSend = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (isUnderWay.current) return event.preventDefault();
    isUnderWay.current = true;
    setMine(true);
    setLacksProof(false);
    if (!wantsProof || submitter?.hasAttribute("data-unproven") === true) return;
    event.preventDefault();
    void sendProven(submitter);
  };
  const onFocus = wantsProof ? beginProof : undefined;
  return { action, onSend, onFocus, sendProven, isProving, lacksProof, isBusy: isProving || (isMine && !isIdle) };
}

function useReady(ref: RefObject<HTMLFormElement | null>, isReady: MemberFormProps["isReady"]) {
  const [ready, setReady] = useState(true);
  const look = useEffectEvent(() => {
    if (ref.current !== null && isReady !== undefined) setReady(isReady(ref.current));
  });
  // Each step of the form has its own conditions, so check again after every render.
  useEffect(() => look());
  return [ready, () => ref.current !== null && isReady !== undefined && setReady(isReady(ref.current))] as const;
}

function useSentAtOnce(ref: RefObject<HTMLFormElement | null>, isSentAtOnce: boolean): void {
  const sent = useRef(false);
  useEffect(() => {
    if (!isSentAtOnce || sent.current) return;
    sent.current = true;
    ref.current?.requestSubmit();
  }, [ref, isSentAtOnce]);
}

/** Handles an answer: sends the form once more with a proof that the server asked for, or focuses the field of a refusal. */
function useAnswered(
  ref: RefObject<HTMLFormElement | null>,
  state: FormState,
  focusOnAlert: string | undefined,
  sendProven: () => Promise<void>,
): void {
  const before = useRef(state);
  const hasRetried = useRef(false);
  const follow = useEffectEvent((answer: FormState) => {
    if (before.current === answer) return;
    before.current = answer;
    const retries = answer.wantsProof && !hasRetried.current;
    hasRetried.current = retries;
    if (retries) return void sendProven();
    const field = answer.alert === null ? null : ref.current?.elements.namedItem(focusOnAlert ?? "");
    if (field instanceof HTMLInputElement) field.focus();
  });
  useEffect(() => follow(state), [state]);
}

type SubmitProps = {
  label: string;
  isDisabled?: boolean;
  /** False on a step that is not the last: only the last one needs the proof. */
  needsProof?: boolean;
};

/** The main button of a form. */
export function Submit({ label, isDisabled, needsProof = true }: SubmitProps) {
  const isReady = use(ReadyContext);
  return (
    <button
      className="button button-venue form-submit"
      type="submit"
      disabled={isDisabled === true || !isReady}
      data-unproven={needsProof ? undefined : ""}
    >
      {label}
    </button>
  );
}

type OtherAnswerProps = { name: string; value: string; label: string; formKey?: string };

/** A second form of one button, for the answer that the main form does not give ('It was not me'). */
export function OtherAnswer({ name, value, label, formKey }: OtherAnswerProps) {
  return (
    <MemberForm state={EMPTY_FORM} {...(formKey === undefined ? {} : { formKey })}>
      <input type="hidden" name={name} value={value} />
      <button className="button button-line form-submit" type="submit">
        {label}
      </button>
    </MemberForm>
  );
}

/** A link to another form of the member area, at the foot of this one. */
export function OtherFormLink({ question, label, href }: { question?: string; label: string; href: string }) {
  return (
    <>
      {question !== undefined && <p>{question}</p>}
      <PageLink className="link" href={href}>
        {label}
      </PageLink>
    </>
  );
}
