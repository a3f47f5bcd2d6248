import { type ReactNode, useEffect, useRef } from "react";
import { m } from "../../../paraglide/messages.js";

type DialogProps = { title: string; size?: "small" | "wide" | "phone"; onClose: () => void; children: ReactNode };

/** A window of the operator's tools, over the page: focus goes in, Escape closes, focus comes back. */
export function Dialog({ title, size = "small", onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (shown === null || shown.open) return;
    shown.showModal();
    shown.querySelector<HTMLElement>("[data-first]")?.focus();
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
