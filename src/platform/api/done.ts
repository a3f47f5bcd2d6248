import { z } from "@hono/zod-openapi";

/** The answer of a call that has nothing to say but that it was carried out. */
export const DONE = { data: { result: true } } as const;

export const doneAnswer = z.object({ data: z.object({ result: z.literal(true) }) });
