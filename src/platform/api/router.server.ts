import { createRoute, OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { invalid } from "./errors.server.ts";

/** What every call under /api finds in its context: the venue is the host's, null on the group's own hosts. */
export type ApiEnv<Venue> = { Variables: { venue: Venue | null; locale: "fr" | "en" } };

const SQL_INTEGER_MAX = 2_147_483_647;

const errorBody = z
  .object({ error: z.union([z.string(), z.array(z.object({ key: z.string(), message: z.string() }))]) })
  .openapi("Error");

/** A router whose invalid parameters answer as section 7 wants: 422, one message a field, all at once. */
export function apiRouter<Venue extends object>(): OpenAPIHono<ApiEnv<Venue>> {
  return new OpenAPIHono<ApiEnv<Venue>>({
    defaultHook: (result, c) => (result.success ? undefined : invalid(c as Context, result.error)),
  });
}

/** Describes a read: its answer, and the refusals that a caller may meet. */
export function readRoute<
  Path extends string,
  Body extends z.ZodType,
  Request extends RouteConfig["request"],
>(options: { path: Path; summary: string; answer: Body; request?: Request }) {
  return createRoute({
    method: "get",
    path: options.path,
    summary: options.summary,
    request: options.request as Request,
    responses: {
      200: { description: "The answer", content: { "application/json": { schema: options.answer } } },
      404: { description: "Nothing here goes by that name", content: { "application/json": { schema: errorBody } } },
      422: {
        description: "A parameter is not what it should be",
        content: { "application/json": { schema: errorBody } },
      },
    },
  });
}

/** Parameters of addresses: whole numbers that SQL can hold (T41). */
export const idParameter = z
  .string()
  .regex(/^\d{1,10}$/, { error: "must be a whole number" })
  .transform(Number)
  .refine((id) => id <= SQL_INTEGER_MAX, { error: "is too large" });

export const localeHeader = z.object({
  locale: z.string().max(20).optional().openapi({
    description: "One of the site's languages, before the cookie and Accept-Language; nl is answered in French",
  }),
});
