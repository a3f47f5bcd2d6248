import { type ReactNode, useEffect, useRef } from "react";
import { m } from "../../messages/messages.js";
import { Button } from "./button.tsx";
import { openModal } from "../../ui/sheets/modal.ts";

type DialogProps = { title: string; size?: "small" | "wide" | "phone"; onClose: () => void; children: ReactNode };

/**
 * A ref for the element that gets the focus when the dialog opens; else its first element does. React does not write
 * the `autofocus` attribute.
 */
export const firstFocused = (element: HTMLElement | null) => element?.setAttribute("autofocus", "");

/** A modal dialog of the editor's tools: focus moves in, Escape closes it, focus returns. */
export function Dialog({ title, size = "small", onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (shown === null || shown.open) return;
    openModal(shown);
  }, []);
  return (
    <dialog
      tabIndex={-1}
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
        <Button onClick={onClose}>{m.close()}</Button>
      </header>
      <div className="op-dialog-body">{children}</div>
    </dialog>
  );
}
