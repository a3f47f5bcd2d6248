import * as deskPaths from "../../staff/desk-paths.ts";
import { useEffect, useRef, useState } from "react";
import { m } from "../../messages/messages.js";
import type { UnsavedTexts } from "./unsaved-texts.ts";

const FRAME = "op-preview";
const NOTHING = "{}";
const SETTLE_MS = 700;

/** The page as a visitor sees it, or would see it with the unsaved texts. */
export function Preview({ unsaved }: { unsaved: UnsavedTexts }) {
  const form = useRef<HTMLFormElement | null>(null);
  const [texts, setTexts] = useState(() => JSON.stringify(unsaved.all()));
  const hasUnsaved = texts !== NOTHING;
  useEffect(() => {
    if (texts !== NOTHING) form.current?.submit();
  }, [texts]);
  // The last typed letters are stored a moment later.
  useEffect(() => {
    const timer = setInterval(() => setTexts(JSON.stringify(unsaved.all())), SETTLE_MS);
    return () => clearInterval(timer);
  }, [unsaved]);
  return (
    <>
      {hasUnsaved && (
        <form ref={form} method="post" action={deskPaths.textPreview} target={FRAME} hidden>
          <input type="hidden" name="path" value={location.pathname} readOnly />
          <input type="hidden" name="drafts" value={texts} readOnly />
        </form>
      )}
      {/* This is our own page with its own scripts, so there is nothing to sandbox. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        name={FRAME}
        src={hasUnsaved ? undefined : location.pathname + location.search}
        title={m.operators_ui_preview_title()}
      />
    </>
  );
}
