import { z, type RouteConfig } from "@hono/zod-openapi";
import { content, errorBody } from "./bodies.server.ts";
import { SECURITY } from "./document.server.ts";

const ERRORS: Record<number, string> = {
  400: "The request is malformed",
  401: "The credentials are missing or wrong",
  403: "Not allowed on this site or over this connection",
  404: "Not found",
  409: "Not possible in the present state",
  413: "The body is too large",
  415: "The body is of another type",
  421: "No site has this host",
  422: "Some fields are invalid; all of them are listed",
  429: "Too many requests; Retry-After says when to try again",
  503: "Overloaded or unavailable; Retry-After says when to try again",
};

const CONDITIONAL = z.object({ "if-none-match": z.string().optional() });

/** A value as an example shows it: the lists of a constant are read-only. */
type Shown<Value> = Value extends object ? { readonly [Key in keyof Value]: Shown<Value[Key]> } : Value;

/** What the document says about a call. */
export type Description<
  Answer extends z.ZodType,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Headers extends z.ZodObject,
  Body extends z.ZodType,
> = {
  method: "get" | "post" | "put" | "delete";
  path: string;
  summary: string;
  description?: string;
  tags?: string[];
  servers?: NonNullable<RouteConfig["servers"]>;
  /** Whose credentials the call takes; nobody's where it is absent. */
  security?: keyof typeof SECURITY;
  params?: Params;
  query?: Query;
  headers?: Headers;
  body?: Body;
  /** The type of the body, JSON where it is absent. */
  bodyType?: string;
  /** The schema of a successful JSON answer, or the content type of the file that is answered instead. */
  answer: Answer | "application/zip";
  /** A realistic body and a realistic answer. */
  example?: { body?: Shown<z.input<NoInfer<Body>>>; answer?: Shown<z.input<NoInfer<Answer>>> };
  /** The statuses of the call's refusals. */
  refusals: readonly number[];
  /** The body of a refusal, where it has more than `error`. */
  refusal?: z.ZodType;
  /** True where the answer has an ETag and `If-None-Match` is answered with 304. */
  isConditional?: boolean;
};

type Described = Description<z.ZodType, z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType>;

/** A call as the document has it. */
export function described({ answer, example = {}, refusal = errorBody, ...call }: Described) {
  const { method, path, summary, description, tags, servers, security, params, query, isConditional = false } = call;
  const headers = isConditional ? CONDITIONAL.extend(call.headers?.shape ?? {}) : call.headers;
  const body = call.body && {
    ...content(call.body, example.body, call.bodyType),
    required: !call.body.safeParse(undefined).success,
  };
  const file = { type: "string", format: "binary" } as const;
  return {
    method,
    path,
    summary,
    ...(description && { description }),
    ...(tags && { tags }),
    ...(servers && { servers }),
    ...(security && { security: SECURITY[security] }),
    request: {
      ...(body && { body }),
      ...(headers && { headers }),
      ...(params && { params }),
      ...(query && { query }),
    },
    responses: {
      ...(isConditional && { 304: { description: "Unchanged since the ETag of If-None-Match" } }),
      200: {
        description: "The answer",
        ...(typeof answer === "string" ? { content: { [answer]: { schema: file } } } : content(answer, example.answer)),
      },
      ...Object.fromEntries(
        call.refusals.map((status) => [status, { description: ERRORS[status] ?? "Refused", ...content(refusal) }]),
      ),
    },
  };
}
