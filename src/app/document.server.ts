import type { OpenAPIHono } from "@hono/zod-openapi";
import { completed, DOCUMENT } from "../platform/api/document.server.ts";
import { apiRouter, type ApiEnv } from "../platform/api/router.server.ts";

/** The OpenAPI document of everything that programs call. Each call is described where it is served. */
export function apiDocument<Venue extends object>(parts: OpenAPIHono<ApiEnv<Venue>>[]): object {
  const all = apiRouter<Venue>();
  for (const part of parts) all.route("/", part);
  return completed(all.getOpenAPI31Document(DOCUMENT));
}
