import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { m } from "../../messages/messages.js";
import { Icon } from "../icons/icon.tsx";
import { topmostModal } from "../sheets/modal.ts";

/** How long a toast stays, in milliseconds. */
const TOAST_MS = 4000;

type Notices = {
  /** Says something short for four seconds, in place of what was said before. */
  toast: (text: string) => void;
  /** Shows the error banner, with words of its own where what failed has some. */
  fail: (text?: string) => void;
  /** What failed has gone well since. */
  clear: () => void;
};

const NoticesContext = createContext<Notices>({
  toast: () => undefined,
  fail: () => undefined,
  clear: () => undefined,
});

export function useNotices(): Notices {
  return use(NoticesContext);
}

/** Toasts and the error banner, above everything: within the topmost open dialog, because all that is outside it is inert. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ text: string } | null>(null);
  const [failure, setFailure] = useState<{ text: string } | null>(null);
  const notices = useMemo<Notices>(
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
    <NoticesContext value={notices}>
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
    </NoticesContext>
  );
}

/** An element of the browser's top layer within the topmost open dialog. Created in the browser only. */
function OnTop({ className, role, children }: { className: string; role: "status" | "alert"; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const [place, setPlace] = useState(topmost);
  // A dialog that was opened or closed meanwhile has done so by the address.
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
