import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { focusOf, type FormState } from "../../../accounts/forms/form-state.ts";
import { MemberForm, Submit } from "../../../accounts/forms/member-form.tsx";
import { m } from "../../../messages/messages.js";
import { TextField } from "../../../ui/forms/field.tsx";
import { AccountIcon } from "../../../ui/icons/account-icon.tsx";
import { CardScanner } from "./card-scanner.tsx";
import { type NoPicture, useHasCamera } from "./use-camera.ts";

/** Sixteen digits in any grouping. */
const CARD_NUMBER = "(?:[\\s\\-]*[0-9]){16}[\\s\\-]*";
const NO_PICTURE: Record<NoPicture, () => string> = {
  refused: () => m.card_camera_refused(),
  failed: () => m.card_camera_failed(),
};

/** The form for a card's number, typed or scanned. A scanned number is submitted through the same form. */
export function LinkCard({ state, program }: { state: FormState; program: string }) {
  const field = useRef<HTMLInputElement>(null);
  const { isScanning, hasCamera, noPicture, scan, stop } = useScanning(field);
  const [wrong, setWrong] = useState<{ text: string; of: FormState } | null>(null);
  const isIdle = useNavigation().state === "idle";
  const shape = m.card_number_wrong({ program });
  const send = (code: string) => {
    if (field.current === null || !isIdle) return;
    field.current.value = code;
    const isWhole = field.current.validity.valid;
    setWrong(isWhole ? null : { text: shape, of: state });
    if (isWhole) field.current.form?.requestSubmit();
  };
  const problem = wrong?.of === state ? wrong.text : state.problems["card_number"];
  return (
    <div className="link-card">
      <CardScanner
        isOn={isScanning}
        problem={isScanning ? problem : undefined}
        onCode={send}
        onNoPicture={stop}
        onManual={() => stop(null)}
      />
      <div hidden={isScanning}>
        {noPicture !== null && (
          <p className="scanner-word" role="status">
            {NO_PICTURE[noPicture]()}
          </p>
        )}
        <MemberForm state={state}>
          <TextField
            ref={field}
            name="card_number"
            label={m.card_link_label()}
            inputMode="numeric"
            autoComplete="off"
            placeholder="0000 0000 0000 0000"
            pattern={CARD_NUMBER}
            shape={shape}
            defaultValue={state.values["card_number"]}
            problem={state.problems["card_number"]}
            help={m.card_link_help()}
            isFocused={focusOf(state, ["card_number"]) === "card_number"}
          />
          <Submit label={m.card_link_submit()} />
        </MemberForm>
        {hasCamera && (
          <button className="button button-line scanner-on" type="button" onClick={scan}>
            <AccountIcon name="scan" />
            {m.card_link_scan()}
          </button>
        )}
      </div>
    </div>
  );
}

/** Turns the camera on as soon as one is found, unless somebody is already typing. */
function useScanning(field: RefObject<HTMLInputElement | null>) {
  const hasCamera = useHasCamera();
  const [isScanning, setScanning] = useState(false);
  const [noPicture, setNoPicture] = useState<NoPicture | null>(null);
  const wasScanning = useRef(false);
  const begin = useEffectEvent(() => {
    const { current } = field;
    if (current?.value === "" && document.activeElement !== current) setScanning(true);
  });
  useEffect(() => {
    if (hasCamera) begin();
  }, [hasCamera]);
  useEffect(() => {
    if (wasScanning.current && !isScanning) field.current?.focus();
    wasScanning.current = isScanning;
  }, [field, isScanning]);
  const scan = () => {
    setNoPicture(null);
    setScanning(true);
  };
  const stop = (why: NoPicture | null) => {
    setNoPicture(why);
    setScanning(false);
  };
  return { isScanning, hasCamera, noPicture, scan, stop };
}
