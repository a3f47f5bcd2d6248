import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { overwriteGetLocale } from "./paraglide/runtime.js";
import { withUnstoppedEvents } from "./unstopped-events.ts";
overwriteGetLocale(() => (document.documentElement.lang === "en" ? "en" : "fr"));

/** While a detail stands over the page the address is the detail's, and React would take the page for another one. */
if (document.documentElement.hasAttribute("data-over"))
  document.addEventListener("baize:own-page", hydrate, { once: true });
else hydrate();

function hydrate(): void {
  const stopGuarding = withUnstoppedEvents(() =>
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <Guarded stop={() => stopGuarding()}>
            <HydratedRouter />
          </Guarded>
        </StrictMode>,
      );
    }),
  );
}

/** Effects run when React has taken the page over. */
function Guarded({ stop, children }: { stop: () => void; children: ReactNode }) {
  useEffect(() => stop(), [stop]);
  return children;
}
