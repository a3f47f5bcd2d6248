import { useEffect } from "react";
import { useBlocker } from "react-router";
import { m } from "../../messages/messages.js";

/** Asks before leaving a page on which a text is open; the text stays in the browser, unsaved. */
export function useOpenText(isOpen: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOpen && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (confirm(m.desk_leaving())) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}
