import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "../../messages/messages.js";
import { useNotices } from "../../ui/feedback/notices.tsx";

/** How long after the last key the preview follows, in milliseconds. */
const PAUSE_MS = 900;
const FIRST = "desk-preview";

export type Draft = ReturnType<typeof useDraft>;

/**
 * Keeps the preview beside a form up to what is typed. Each one is posted into a frame of its own, which takes the old one's
 * place when it has loaded: nothing flickers, and the browser's history knows nothing of it.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, action: string, shape: string) {
  const { fail } = useNotices();
  const [{ shown, next }, setFrames] = useState<{ shown: string; next: string | null }>({ shown: FIRST, next: null });
  const frame = useRef<HTMLIFrameElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const count = useRef(0);
  const draw = () => {
    clearTimeout(timer.current);
    if (frame.current?.checkVisibility() === true) setFrames({ shown, next: `preview-${(count.current += 1)}` });
  };
  const drawLater = useEffectEvent(draw);
  const later = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => drawLater(), PAUSE_MS);
  };
  // Another form is seen beforehand too.
  const begin = useEffectEvent((_shape: string) => later());
  useEffect(() => {
    begin(shape);
    return () => clearTimeout(timer.current);
  }, [shape]);
  useEffect(() => {
    if (next !== null && form.current !== null) post(form.current, action, next);
  }, [next, form, action]);

  function loaded(name: string, drawn: HTMLIFrameElement): void {
    if (name !== next || drawn.contentDocument?.URL === "about:blank") return;
    // A page of the browser's own, where no answer came or none that may be framed: the last preview stays.
    if (drawn.contentDocument === null) fail();
    else drawn.contentWindow?.scrollTo(0, frame.current?.contentWindow?.scrollY ?? 0);
    setFrames({ shown: drawn.contentDocument === null ? shown : name, next: null });
  }
  return { shown, next, frame, draw, later, loaded };
}

/** Posts what is in the form into a frame; the form's own address and target are back at once. */
function post(form: HTMLFormElement, action: string, target: string): void {
  const before = [form.getAttribute("action"), form.getAttribute("target")] as const;
  form.setAttribute("action", action);
  form.setAttribute("target", target);
  HTMLFormElement.prototype.submit.call(form);
  for (const [at, name] of (["action", "target"] as const).entries()) {
    const value = before[at];
    if (value == null) form.removeAttribute(name);
    else form.setAttribute(name, value);
  }
}

/** The page that a visitor would see with what is in the form; the frame that comes next waits unseen. */
export function DraftFrames({ draft: { shown, next, frame, loaded } }: { draft: Draft }) {
  return (
    <aside className="desk-preview" aria-label={m.desk_preview()}>
      <div className="desk-preview-head">
        <h2>{m.desk_preview()}</h2>
        <p className="desk-help">{m.desk_preview_help()}</p>
      </div>
      {[shown, ...(next === null ? [] : [next])].map((name) => (
        // This site's own page with its own scripts: there is nothing to keep apart.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          key={name}
          ref={name === shown ? frame : undefined}
          name={name}
          title={m.desk_preview_frame()}
          hidden={name !== shown}
          onLoad={({ currentTarget }) => loaded(name, currentTarget)}
        />
      ))}
    </aside>
  );
}
