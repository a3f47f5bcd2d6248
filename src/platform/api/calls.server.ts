import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { readJson } from "../http/json-body.server.ts";
import { described, type Description } from "./description.server.ts";
import { apiError, invalid } from "./errors.server.ts";
import type { CallEnv } from "./router.server.ts";

/** A body that was read: the value for its schema, and what was sent where the reader changed it; or a refusal. */
export type ReadBody = { value: unknown; sent?: unknown } | Response;

/** Reads a JSON body within limits: 64 KiB and 500 keys where none are given. Refuses with 400, 413 or 415. */
export async function readJsonBody(c: Context, bytesMax?: number, keysMax?: number): Promise<ReadBody> {
  const read = await readJson(c.req.raw, bytesMax, keysMax);
  return "refusal" in read ? apiError(c, read.refusal.status, read.refusal.error) : read;
}

/** What the handler of a call gets: the caller, and the input as its schemas give it. */
type Given<By, Params extends z.ZodType, Query extends z.ZodType, Headers extends z.ZodType, Body extends z.ZodType> = {
  by: By;
  params: z.output<Params>;
  query: z.output<Query>;
  headers: z.output<Headers>;
  body: z.output<Body>;
  /** The body as it was sent, which is what an Idempotency-Key is about. */
  sent: unknown;
};

type Steps<Env extends CallEnv, By, Params, Body> = {
  admit?: (c: Context<Env>, early: Early<Params, Body>) => By | Response | Promise<By | Response>;
  read?: (c: Context<Env>) => Promise<ReadBody>;
  refuse?: (c: Context<Env>, error: z.ZodError, value: unknown) => Response;
  within?: (c: Context<Env>, by: By, work: () => Promise<Response>) => Promise<Response>;
};

/** Input that is read before the caller is admitted; the body only where `body` is called. */
type Early<Params, Body> = {
  params: Params;
  /** Undefined for a body that is refused once the caller is admitted. */
  body: () => Promise<Body | undefined>;
};

/**
 * Serves a call, and adds it to /api/openapi.json. The schemas that describe its input are those that validate it:
 *
 * 1. `admit` finds the caller or refuses, before the body is read;
 * 2. `read` reads the body within limits, JSON of 64 KiB where it is absent;
 * 3. `refuse` answers what the schemas refuse, by 422 with every problem where it is absent;
 * 4. `handle` gets the caller and typed input; `within` surrounds it, for instance with one venue's rows.
 */
export function addCall<
  Env extends CallEnv,
  Answer extends z.ZodType,
  By = null,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Headers extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodUndefined,
>(
  api: OpenAPIHono<Env>,
  options: Description<Answer, Params, Query, Headers, Body> &
    Steps<Env, By, z.output<Params>, z.output<Body>> & {
      handle: (c: Context<Env>, given: Given<By, Params, Query, Headers, Body>) => Response | Promise<Response>;
    },
): void {
  const { admit, read = (c) => readJsonBody(c), refuse = (c, error) => invalid(c, error), within } = options;
  async function parsedBody(c: Context<Env>) {
    const body = options.body === undefined ? { value: undefined } : await read(c);
    if (body instanceof Response) return body;
    return { ...body, parsed: options.body?.safeParse(body.value) };
  }
  const route = createRoute(described(options));
  api.openAPIRegistry.registerPath(route);
  api.on(options.method.toUpperCase(), route.getRoutingPath(), async (c) => {
    const params = options.params?.safeParse(c.req.param());
    let reading: ReturnType<typeof parsedBody> | undefined;
    const early = async () => {
      const body = await (reading = parsedBody(c));
      return body instanceof Response ? undefined : body.parsed?.data;
    };
    const asked = { params: params?.data ?? {}, body: early } as Early<z.output<Params>, z.output<Body>>;
    const by = ((await admit?.(c, asked)) ?? null) as By | Response;
    if (by instanceof Response) return by;
    if (params?.error !== undefined) return refuse(c, params.error, undefined);
    const body = await (reading ?? parsedBody(c));
    if (body instanceof Response) return body;
    const query = options.query?.safeParse(queryOf(c));
    const headers = options.headers?.safeParse(headersOf(c, options.headers));
    const issues = [body.parsed, query, headers].flatMap((part) => part?.error?.issues ?? []);
    if (issues.length > 0) return refuse(c, new z.ZodError(issues), body.value);
    const input = { params: params?.data, query: query?.data, headers: headers?.data, body: body.parsed?.data };
    const given = { by, ...input, sent: body.sent ?? body.value } as Given<By, Params, Query, Headers, Body>;
    const work = async () => options.handle(c, given);
    return within === undefined ? work() : within(c, by, work);
  });
}

/** A field that stands in the address more than once is a list, which the schema of one text refuses. */
function queryOf(c: Context): Record<string, string | string[] | undefined> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function headersOf(c: Context, { shape }: z.ZodObject): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, c.req.header(name)]));
}
