import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { overwriteGetLocale } from "./messages/runtime.js";
import { leaveBrokenPage } from "./ui/document/fresh-document.ts";

overwriteGetLocale(() => (document.documentElement.lang === "en" ? "en" : "fr"));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    {
      onRecoverableError(error) {
        reportError(error);
      },
      onUncaughtError(error) {
        reportError(error);
        leaveBrokenPage();
      },
    },
  );
});
