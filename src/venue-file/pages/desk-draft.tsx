import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "../../messages/messages.js";
import { useFeedback } from "../../ui/feedback/feedback.tsx";

/** How long after the last keystroke the preview is updated, in milliseconds. */
const PAUSE_MS = 900;
const FIRST = "desk-preview";

export type Draft = ReturnType<typeof useDraft>;

/**
 * Keeps the preview beside a form in step with what is typed. Each version is posted into a new frame, which replaces the old one
 * when it has loaded. So nothing flickers, and the browser's history gets no entries.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, action: string, shape: string) {
  const { fail } = useFeedback();
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
  // Draw a preview when the form's fields change, too.
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
    // The frame shows a page of the browser itself: there was no answer, or one that may not be framed. Keep the last preview.
    if (drawn.contentDocument === null) fail();
    else drawn.contentWindow?.scrollTo(0, frame.current?.contentWindow?.scrollY ?? 0);
    setFrames({ shown: drawn.contentDocument === null ? shown : name, next: null });
  }
  return { shown, next, frame, draw, later, loaded };
}

/** Posts the form's content into a frame, then restores the form's own action and target. */
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

/** The page as a visitor would see it with the form's content. The next frame loads hidden. */
export function DraftFrames({ draft: { shown, next, frame, loaded } }: { draft: Draft }) {
  return (
    <aside className="desk-preview" aria-label={m.desk_preview()}>
      <div className="desk-preview-head">
        <h2>{m.desk_preview()}</h2>
        <p className="desk-help">{m.desk_preview_help()}</p>
      </div>
      {[shown, ...(next === null ? [] : [next])].map((name) => (
        // The frame shows this site's own page with its own scripts, so a sandbox would protect nothing.
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
