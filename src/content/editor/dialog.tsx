import { type ReactNode, useEffect, useRef } from "react";
import { m } from "../../messages/messages.js";
import { openModal } from "../../ui/sheets/modal.ts";

type DialogProps = { title: string; size?: "small" | "wide" | "phone"; onClose: () => void; children: ReactNode };

/** A ref for the element of a window to which the focus goes; without it the first one gets it. React writes no such attribute. */
export const firstFocused = (element: HTMLElement | null) => element?.setAttribute("autofocus", "");

/** A window of the operator's tools, over the page: focus goes in, Escape closes, focus comes back. */
export function Dialog({ title, size = "small", onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (shown === null || shown.open) return;
    openModal(shown);
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`op-dialog op-${size} on-paper`}
      aria-label={title}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className="op-dialog-head">
        <h2>{title}</h2>
        <button type="button" className="op-button" onClick={onClose}>
          {m.close()}
        </button>
      </header>
      <div className="op-dialog-body">{children}</div>
    </dialog>
  );
}
