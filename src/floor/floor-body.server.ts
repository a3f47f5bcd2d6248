import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { apiError, invalid } from "../platform/api/errors.server.ts";
import { readJson } from "../platform/http/json-body.server.ts";
import type { Venue } from "../venues/venue.ts";

/** The context of every floor call: the venue that the key belongs to, and the key's hash. */
export type FloorEnv = { Variables: { floor: Venue; keyHash: string } };

/**
 * Reads and validates a JSON body, then runs `work`. Answers 422 with all problems of an invalid body at once. `work`
 * returns a whole response, or a status and a body.
 */
export async function withBody<Schema extends z.ZodType>(
  c: Context<FloorEnv>,
  schema: Schema,
  work: (body: z.output<Schema>) => Promise<Response | { status: number; body: object }>,
): Promise<Response> {
  const read = await readJson(c.req.raw);
  if ("refusal" in read) return apiError(c, read.refusal.status, read.refusal.error);
  const parsed = schema.safeParse(read.value);
  if (!parsed.success) return invalid(c, parsed.error);
  const answer = await work(parsed.data);
  if (answer instanceof Response) return answer;
  const { status, body } = answer;
  return c.json(body, status as ContentfulStatusCode);
}
