import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { getLocale, overwriteGetLocale } from "../../src/messages/runtime.js";
import { qrOf } from "../../src/ui/qr.server.ts";
import type { SandboxEnv } from "../with-faults.ts";
import { catalogueRoutes } from "./catalogue.tsx";

/** The catalogue's part for the browser, of the sandbox's own build. */
const BUILT = "build/sandbox-client";
const PICTURES = "demo/pictures";

const QR = qrOf("https://belrive.example/card/4819220377160458");
const handler = createStaticHandler(catalogueRoutes(QR));

/** The component catalogue: its page, what the browser loads for it, and the demo's pictures where components look for them. */
export function cataloguePages() {
  const pages = new Hono<SandboxEnv>();
  pages.get("/components", async (c) => {
    const html = await rendered(c.req.raw);
    return html instanceof Response ? html : c.html(html);
  });
  // Forms come here without script only.
  pages.post("/components", (c) => c.redirect("/components", 303));
  // Fonts are asked for by pages of the app's hosts too.
  pages.get(
    "/assets/*",
    serveStatic({ root: BUILT, onFound: (_path, c) => c.header("Access-Control-Allow-Origin", "*") }),
  );
  pages.get("/media/:key{[a-z-]+}", async (c) => {
    const picture = await readFile(join(PICTURES, `${c.req.param("key")}.jpg`)).catch(() => null);
    return picture === null ? c.notFound() : c.body(new Uint8Array(picture), 200, { "Content-Type": "image/jpeg" });
  });
  return pages;
}

async function rendered(request: Request): Promise<string | Response> {
  const context = await handler.query(request);
  if (context instanceof Response) return context;
  const router = createStaticRouter(handler.dataRoutes, context);
  const markup = inEnglish(() =>
    renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />),
  );
  return documentOf(markup);
}

/** Rendering waits for nothing, so nobody else sees this language. */
function inEnglish<Result>(work: () => Result): Result {
  const before = getLocale;
  overwriteGetLocale(() => "en");
  try {
    return work();
  } finally {
    overwriteGetLocale(before);
  }
}

/** What small scripts say on the site's pages stands here from the start: the faces are there, and the page has been seen. */
function documentOf(markup: string): string {
  return `<!doctype html><html lang="en" data-venue="catalogue" data-fonts data-seen><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><title>Components – Baize sandbox</title>
<link rel="stylesheet" href="/assets/catalogue.css">
<script type="module" src="/assets/catalogue.js"></script></head>
<body><div id="catalogue" data-qr="${JSON.stringify(QR).replaceAll('"', "&quot;")}">${markup}</div></body></html>`;
}
