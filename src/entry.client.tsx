import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { overwriteGetLocale } from "./paraglide/runtime.js";

overwriteGetLocale(() => (document.documentElement.lang === "en" ? "en" : "fr"));

/** While a detail stands over the page the address is the detail's, and React would take the page for another one. */
if (document.documentElement.hasAttribute("data-over"))
  document.addEventListener("baize:own-page", hydrate, { once: true });
else hydrate();

function hydrate(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}
