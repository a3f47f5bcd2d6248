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
  /** The statuses of refusals, beside those of calls with credentials, a body or a query. */
  refusals?: readonly number[];
  /** The body of a refusal, where it has more than `error`. */
  refusal?: z.ZodType;
  /** True where the answer has an ETag and `If-None-Match` is answered with 304. */
  isConditional?: boolean;
};

type Described = Description<z.ZodType, z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType>;

/** A call as the document has it. */
export function described({ answer, example = {}, refusal = errorBody, ...call }: Described): RouteConfig {
  const { method, path, summary, description, tags, servers, security, params, query, body } = call;
  const file = { schema: { type: "string" as const, format: "binary" } };
  const errors = statusesOf(call).map((status) => [status, { description: ERRORS[status], ...content(refusal) }]);
  // What a call does not have is undefined, and falls away when the document is written.
  return {
    method,
    path,
    summary,
    description,
    tags,
    servers,
    security: security && SECURITY[security],
    request: {
      params,
      query,
      headers: call.isConditional === true ? CONDITIONAL.extend(call.headers?.shape ?? {}) : call.headers,
      body: body && {
        ...content(body, example.body, call.bodyType),
        required: !body.safeParse(undefined).success,
      },
    },
    responses: {
      ...(call.isConditional === true && { 304: { description: "Unchanged since the ETag of If-None-Match" } }),
      200: {
        description: "The answer",
        ...(typeof answer === "string" ? { content: { [answer]: file } } : content(answer, example.answer)),
      },
      ...Object.fromEntries(errors),
    },
  };
}

/** 421 of every call, 401 and 403 of one with credentials, 400, 413, 415 and 422 of one with a body, 422 of one with a query. */
function statusesOf({
  security,
  body,
  query,
  refusals = [],
}: Pick<Described, "security" | "body" | "query" | "refusals">) {
  const ofCaller = security === undefined ? [] : security === "import" ? [401] : [401, 403];
  const ofInput = body !== undefined ? [400, 413, 415, 422] : query !== undefined ? [422] : [];
  return [...new Set([421, ...ofCaller, ...ofInput, ...refusals])].toSorted((one, other) => one - other);
}
