import { useEffect } from "react";
import { m } from "../../messages/messages.js";
import { Button } from "./button.tsx";
import type { Outcome, Problem } from "./session.ts";

/** A message of the editor; one with warnings stays until it is closed. */
export type Toast = { text: string; warnings: Problem[] };

export function ToastBox({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  useEffect(() => {
    // A message with warnings stays until it is closed; others disappear after 4 seconds.
    if (toast.warnings.length > 0) return undefined;
    const timer = setTimeout(onClose, 4000);
    return () => clearTimeout(timer);
  }, [toast, onClose]);
  return (
    <div className="op-toast">
      <p>{toast.text}</p>
      {toast.warnings.length > 0 && (
        <>
          <ul>
            {toast.warnings.map(({ key, message }) => (
              <li key={`${key}${message}`}>{message}</li>
            ))}
          </ul>
          <Button onClick={onClose}>{m.close()}</Button>
        </>
      )}
    </div>
  );
}

/** What is said of an action that failed. */
export function toastOf(outcome: Exclude<Outcome<unknown>, { data: unknown }>): Toast {
  if ("conflict" in outcome) return { text: m.operators_conflict(), warnings: [] };
  if ("problems" in outcome) return { text: m.operators_ui_refused(), warnings: outcome.problems };
  const words = { lost: m.operators_ui_lost(), over: m.operators_unauthorised(), refused: outcome.message };
  return { text: words[outcome.failure], warnings: [] };
}
