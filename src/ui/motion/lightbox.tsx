import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useSnapRow } from "../hooks/use-snap-row.ts";
import { Icon } from "../icons/icon.tsx";
import { openModal } from "../sheets/modal.ts";

type LightboxProps = {
  label: string;
  words: { close: string; previous: string; next: string };
  /** The counter's text for the picture at this position, counted from 1. */
  position: (at: number) => string;
  /** The captions of the pictures, in their order. */
  captions: readonly string[];
  /** The picture to open with; null while the lightbox is closed. */
  opened: number | null;
  onClose: () => void;
  /** The pictures at full size, in their order. */
  children: readonly ReactNode[];
};

/**
 * Pictures at full size over the page, in a row that snaps. Arrows, keys and swipes move it; Escape, the close button or a click beside a
 * picture closes it, and the focus returns to the picture that opened it.
 */
export function Lightbox({ label, words, position, captions, opened, onClose, children }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const { at, go, jump, grips } = useSnapRow(row, children.length);
  const open = useEffectEvent((picture: number) => {
    if (dialog.current === null) return;
    openModal(dialog.current);
    jump(picture);
  });
  useLayoutEffect(() => {
    if (opened !== null) open(opened);
  }, [opened]);
  const close = () => dialog.current?.close();
  const leaf = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: children.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  const closeBeside = ({ target }: MouseEvent) => target instanceof HTMLImageElement || close();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys work wherever the focus is in the dialog
    <dialog ref={dialog} className="lightbox" tabIndex={-1} aria-label={label} onKeyDown={leaf} onClose={onClose}>
      <div className="lightbox-top">
        <p className="small quiet figures" aria-live="polite">
          {opened === null ? "" : position(at + 1)}
        </p>
        <button className="round" type="button" aria-label={words.close} onClick={close}>
          <Icon name="x" />
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape closes it */}
      <div ref={row} className="lightbox-row" tabIndex={opened === null ? -1 : 0} onClick={closeBeside} {...grips}>
        {opened !== null && children}
      </div>
      <div className="lightbox-foot">
        <p>{opened === null ? "" : captions[at]}</p>
        <div className="lightbox-arrows">
          <Arrow label={words.previous} icon="caret-left" isDisabled={at <= 0} onStep={() => go(at - 1)} />
          <Arrow
            label={words.next}
            icon="caret-right"
            isDisabled={at >= children.length - 1}
            onStep={() => go(at + 1)}
          />
        </div>
      </div>
    </dialog>
  );
}

type ArrowProps = { label: string; icon: "caret-left" | "caret-right"; isDisabled: boolean; onStep: () => void };

function Arrow({ label, icon, isDisabled, onStep }: ArrowProps) {
  return (
    <button className="round round-line" type="button" aria-label={label} disabled={isDisabled} onClick={onStep}>
      <Icon name={icon} small />
    </button>
  );
}
