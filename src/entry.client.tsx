import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { overwriteGetLocale } from "./paraglide/runtime.js";
import { withUnstoppedEvents } from "./unstopped-events.ts";

overwriteGetLocale(() => (document.documentElement.lang === "en" ? "en" : "fr"));

const stopGuarding = withUnstoppedEvents(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Guarded>
          <HydratedRouter />
        </Guarded>
      </StrictMode>,
    );
  }),
);

/** Effects run when React has taken the page over. */
function Guarded({ children }: { children: ReactNode }) {
  useEffect(() => stopGuarding(), []);
  return children;
}
