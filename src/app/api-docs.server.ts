import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Hono } from "hono";
import { m } from "../messages/messages.js";
import { apiError } from "../platform/api/errors.server.ts";

const FILES = new Map([
  ["swagger-ui.css", "text/css; charset=utf-8"],
  ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
]);
const START = 'SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#docs", deepLinking: true });';
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>API, Baize</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;
/** Swagger UI writes styles and markup itself, so this page alone has inline styles and no Trusted Types. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** '/api/docs': the API's document for people to read, drawn by Swagger UI. */
export function apiDocs(): Hono {
  const routes = new Hono();
  const require = createRequire(import.meta.url);
  routes.get("/docs", (c) => c.html(PAGE, 200, { "Content-Security-Policy": POLICY }));
  routes.get("/docs/start.js", (c) => c.body(START, 200, { "Content-Type": "text/javascript; charset=utf-8" }));
  routes.get("/docs/:file", async (c) => {
    const type = FILES.get(c.req.param("file"));
    if (type === undefined) return apiError(c, 404, m.api_no_call);
    const file = await readFile(require.resolve(`swagger-ui-dist/${c.req.param("file")}`));
    return c.body(new Uint8Array(file), 200, { "Content-Type": type, "Cache-Control": "public, max-age=3600" });
  });
  return routes;
}
