import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { overwriteGetLocale } from "../../../paraglide/runtime.js";
import { OperatorTools } from "./operator-tools.tsx";
import type { EditorSession } from "./session.ts";

/** The operator's tools over a page of the site. The page itself stays the server's; this is a root of its own beside it. */
const { locale } = document.documentElement.lang === "en" ? ({ locale: "en" } as const) : ({ locale: "fr" } as const);
overwriteGetLocale(() => locale);
const session = JSON.parse(document.getElementById("operator-session")?.textContent ?? "{}") as EditorSession;
const root = document.createElement("div");
root.id = "operator-tools";
document.body.append(root);
createRoot(root).render(
  <StrictMode>
    <OperatorTools session={session} />
  </StrictMode>,
);
