import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { cookieIn } from "../../platform/cookies.ts";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";

/**
 * Tells visitors who were led here from an address without a page. It stays until they close it or go on, because it came unasked and
 * takes the place of the page that they wanted.
 */
export function MissingPageMessage() {
  const { key } = useLocation();
  const [shownAt, setShownAt] = useState<string | null>(null);
  useEffect(() => {
    if (cookieIn(document.cookie, "missing") !== "1") return;
    document.cookie = "missing=; path=/; max-age=0; samesite=lax";
    setShownAt(key);
  }, [key]);
  return shownAt === key ? <Message close={() => setShownAt(null)} /> : null;
}

function Message({ close }: { close: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.showPopover(), []);
  return createPortal(
    <div ref={ref} className="failure missing" role="status" popover="manual">
      <p>
        {m.missing_title()} {m.missing_text()}
      </p>
      <button className="round" type="button" aria-label={m.close()} onClick={close}>
        <Icon name="x" small />
      </button>
    </div>,
    document.body,
  );
}
