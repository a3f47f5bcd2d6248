import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { m } from "../../messages/messages.js";
import { Icon } from "../icons/icon.tsx";
import { topmostModal } from "../sheets/modal.ts";

/** How long a toast stays, in milliseconds. */
const TOAST_MS = 4000;

type Feedback = {
  /** Shows a short message for four seconds. It replaces the previous one. */
  toast: (text: string) => void;
  /** Shows the error banner, with `text` instead of the generic one. */
  fail: (text?: string) => void;
  /** Hides the error banner, because the failed action has succeeded since. */
  clear: () => void;
};

const FeedbackContext = createContext<Feedback>({
  toast: () => undefined,
  fail: () => undefined,
  clear: () => undefined,
});

export function useFeedback(): Feedback {
  return use(FeedbackContext);
}

/** Shows toasts and the error banner above everything: inside the topmost open dialog, because everything outside of it is inert. */
export function FeedbackProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ text: string } | null>(null);
  const [failure, setFailure] = useState<{ text: string } | null>(null);
  const feedback = useMemo<Feedback>(
    () => ({
      toast: (text) => setToast({ text }),
      fail: (text) => setFailure({ text: text ?? m.failure_text() }),
      clear: () => setFailure(null),
    }),
    [],
  );
  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(() => setToast(null), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <FeedbackContext value={feedback}>
      {children}
      {toast !== null && (
        <OnTop className="toast" role="status">
          {toast.text}
        </OnTop>
      )}
      {failure !== null && (
        <OnTop className="failure" role="alert">
          <Icon name="warning-circle" />
          <p>{failure.text}</p>
          <button className="round" type="button" aria-label={m.close()} onClick={() => setFailure(null)}>
            <Icon name="x" small />
          </button>
        </OnTop>
      )}
    </FeedbackContext>
  );
}

/** A popover inside the topmost open dialog. Rendered in the browser only. */
function OnTop({ className, role, children }: { className: string; role: "status" | "alert"; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const [place, setPlace] = useState(topmost);
  // Dialogs are opened and closed by changes of the address.
  useEffect(() => setPlace(topmost()), [key]);
  useEffect(() => ref.current?.showPopover(), [place]);
  return createPortal(
    <div ref={ref} className={className} role={role} popover="manual">
      {children}
    </div>,
    place,
  );
}

function topmost(): Element {
  return topmostModal() ?? document.body;
}
