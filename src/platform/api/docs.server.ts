import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { Hono, type Context } from "hono";
import { m } from "../../messages/messages.js";
import { madeOnce, staticAnswer, type StaticFile } from "../http/static-files.server.ts";
import { completed, DOCUMENT } from "./document.server.ts";
import { apiError } from "./errors.server.ts";
import { apiRouter, type ApiEnv } from "./router.server.ts";

const require = createRequire(import.meta.url);
const swagger = (name: string, type: string) =>
  [name, madeOnce(type, () => readFileSync(require.resolve(`swagger-ui-dist/${name}`)))] as const;
const FILES = new Map([
  swagger("swagger-ui.css", "text/css; charset=utf-8"),
  swagger("swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
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

/** The OpenAPI document of everything that programs call. Each call is described where it is served. */
export function apiDocument<Venue extends object>(parts: OpenAPIHono<ApiEnv<Venue>>[]): object {
  const all = apiRouter<Venue>();
  for (const part of parts) all.route("/", part);
  return completed(all.getOpenAPI31Document(DOCUMENT));
}

/** '/api/openapi.json': the API's document, and '/api/docs': the same for people to read, drawn by Swagger UI. */
export function apiDocs(document: () => object): Hono {
  const routes = new Hono();
  const written = madeOnce("application/json", () => Buffer.from(JSON.stringify(document())));
  routes.get("/openapi.json", (c) => answer(c, written()));
  routes.get("/docs", (c) => c.html(PAGE, 200, { "Content-Security-Policy": POLICY }));
  routes.get("/docs/start.js", (c) => c.body(START, 200, { "Content-Type": "text/javascript; charset=utf-8" }));
  routes.get("/docs/:file", (c) => {
    const file = FILES.get(c.req.param("file"));
    return file === undefined ? apiError(c, 404, m.api_no_call) : answer(c, file());
  });
  return routes;
}

function answer(c: Context, file: StaticFile): Response {
  return staticAnswer(file, c.req.header("accept-encoding"), c.req.header("if-none-match"));
}
