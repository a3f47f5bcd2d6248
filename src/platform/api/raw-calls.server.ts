import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { content, errorBody } from "./bodies.server.ts";
import type { ApiEnv } from "./router.server.ts";

type Method = "get" | "post" | "put" | "delete";

const ERRORS: Record<number, string> = {
  400: "The request is malformed",
  401: "The credentials are missing or wrong",
  403: "Not allowed on this site or over this connection",
  404: "Not found",
  409: "Not possible in the present state",
  413: "The body is too large",
  415: "The body is not JSON",
  422: "Some fields are invalid; all of them are listed",
  429: "Too many requests; Retry-After says when to try again",
  503: "Overloaded or unavailable; Retry-After says when to try again",
};

const CONDITIONAL = z.object({ "if-none-match": z.string().optional() });

/** Adds a call to /api/openapi.json and serves it. */
export function addRawCall<Venue>(
  api: OpenAPIHono<ApiEnv<Venue>>,
  options: {
    method: Method;
    path: string;
    summary: string;
    /** Whether the call needs a logged-in member. */
    isMembersOnly?: boolean;
    /** Whether an operator must be logged in. */
    isOperatorsOnly?: boolean;
    headers?: z.ZodObject;
    params?: z.ZodObject;
    query?: z.ZodObject;
    body?: z.ZodType;
    /** The schema of a successful JSON answer, or the content type of the file that is answered instead. */
    answer: z.ZodType | "application/zip";
    /** The fields of a multipart form, for calls that take one instead of a JSON body. */
    form?: z.ZodObject;
    refusals: number[];
    /** True where the answer has an ETag and `If-None-Match` is answered with 304. */
    isConditional?: boolean;
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
    isOperatorsOnly = false,
    isConditional = false,
  } = options;
  const file = (type: string) => ({ content: { [type]: { schema: { type: "string", format: "binary" } as const } } });
  const route = createRoute({
    method,
    path,
    summary,
    request: {
      ...(body === undefined ? {} : { body: { ...content(body), required: true } }),
      ...(form === undefined ? {} : { body: { content: { "multipart/form-data": { schema: form } }, required: true } }),
      ...(headers === undefined && !isConditional
        ? {}
        : { headers: isConditional ? CONDITIONAL.extend(headers?.shape ?? {}) : headers }),
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { query }),
    },
    ...(isMembersOnly ? { security: [{ bearer: [] }, { cookie: [] }] } : {}),
    ...(isOperatorsOnly ? { security: [{ bearer: [] }, { operatorCookie: [] }] } : {}),
    responses: {
      ...(isConditional ? { 304: { description: "Unchanged since the ETag of If-None-Match" } } : {}),
      200: { description: "The answer", ...(typeof answer === "string" ? file(answer) : content(answer)) },
      ...Object.fromEntries(
        refusals.map((status) => [status, { description: ERRORS[status] ?? "Refused", ...content(errorBody) }]),
      ),
    },
  });
  // The verb reads the body within its limits and validates it. The router must not parse it first.
  api.openAPIRegistry.registerPath(route);
  api.on(method.toUpperCase(), route.getRoutingPath(), handler);
}
