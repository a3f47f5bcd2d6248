import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { ApiEnv } from "./router.server.ts";

type Method = "get" | "post" | "put" | "delete";

const errorBody = z
  .object({ error: z.union([z.string(), z.array(z.object({ key: z.string(), message: z.string() }))]) })
  .openapi("Error");

const ERRORS: Record<number, string> = {
  400: "The call as a whole is not right",
  401: "Nobody is logged in, or what should prove it is wrong",
  403: "Not on this site, or not over this connection",
  404: "There is no such thing",
  409: "Not in this state",
  413: "The body is too large",
  415: "The body is not JSON",
  422: "Fields are not as they should be, all at once",
  429: "Too often; Retry-After says when again",
  503: "In great demand; Retry-After says when again",
};

/** Adds a call to /api/openapi.json and serves it. */
export function addCall<Venue>(
  api: OpenAPIHono<ApiEnv<Venue>>,
  options: {
    method: Method;
    path: string;
    summary: string;
    /** Whether somebody must be logged in. */
    isMembersOnly?: boolean;
    headers?: z.ZodObject;
    params?: z.ZodObject;
    query?: z.ZodObject;
    body?: z.ZodType;
    /** The schema of the JSON that succeeds, or the type of the file that is given instead. */
    answer: z.ZodType | "application/zip";
    /** Instead of a JSON body: the fields of a multipart form. */
    form?: z.ZodObject;
    refusals: number[];
  },
  handler: (c: Context<ApiEnv<Venue>>) => Response | Promise<Response>,
): void {
  const {
    method,
    path,
    summary,
    body,
    form,
    answer,
    refusals,
    headers,
    params,
    query,
    isMembersOnly = false,
  } = options;
  const json = (schema: z.ZodType) => ({ content: { "application/json": { schema } } });
  const file = (type: string) => ({ content: { [type]: { schema: { type: "string", format: "binary" } as const } } });
  const route = createRoute({
    method,
    path,
    summary,
    request: {
      ...(body === undefined ? {} : { body: { ...json(body), required: true } }),
      ...(form === undefined ? {} : { body: { content: { "multipart/form-data": { schema: form } }, required: true } }),
      ...(headers === undefined ? {} : { headers }),
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { query }),
    },
    ...(isMembersOnly ? { security: [{ bearer: [] }, { cookie: [] }] } : {}),
    responses: {
      200: { description: "The answer", ...(typeof answer === "string" ? file(answer) : json(answer)) },
      ...Object.fromEntries(
        refusals.map((status) => [status, { description: ERRORS[status] ?? "Refused", ...json(errorBody) }]),
      ),
    },
  });
  // Bodies are read within the limits of T42 and judged by the verb, not by the router.
  api.openAPIRegistry.registerPath(route);
  api.on(method.toUpperCase(), route.getRoutingPath(), handler);
}
