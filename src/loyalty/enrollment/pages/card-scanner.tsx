import { useRef } from "react";
import { m } from "../../../messages/messages.js";
import { AccountIcon } from "../../../ui/icons/account-icon.tsx";
import { type NoPicture, useCamera } from "./use-camera.ts";
import { useCardCodes } from "./use-card-codes.ts";

type CardScannerProps = {
  isOn: boolean;
  /** What is wrong with the last code that was read. */
  problem: string | undefined;
  onCode: (code: string) => void;
  onNoPicture: (why: NoPicture) => void;
  /** Turns the camera off, to type the number instead. */
  onManual: () => void;
};

/** The card scanner: the camera's picture with a frame, a torch button if the camera has one, and a hint. */
export function CardScanner({ isOn, problem, onCode, onNoPicture, onManual }: CardScannerProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const { stream, isLit, toggleLamp } = useCamera(isOn, onNoPicture);
  useCardCodes(ref, stream, (code) => {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
    onCode(code);
  });
  return (
    <section className="scanner" aria-label={m.card_scanner()} hidden={!isOn}>
      <div className="scanner-view">
        {/* The live picture of the user's own camera has nothing to caption. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video ref={ref} muted playsInline aria-label={m.card_scanner_view()} />
        <i className="scanner-frame" aria-hidden="true" />
        {isLit !== null && (
          <button className="round scanner-torch" type="button" aria-pressed={isLit} onClick={toggleLamp}>
            <AccountIcon name="flashlight" />
            <span className="heard">{m.card_torch()}</span>
          </button>
        )}
      </div>
      <p className="scanner-told" role="status">
        {problem ?? m.card_scanner_hint()}
      </p>
      <button className="button button-line" type="button" onClick={onManual}>
        <AccountIcon name="keyboard" />
        {m.card_link_manual()}
      </button>
    </section>
  );
}
