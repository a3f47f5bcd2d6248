import { z } from "@hono/zod-openapi";

/** The body of every refusal: a text, or one message a field. */
export const errorBody = z
  .object({ error: z.union([z.string(), z.array(z.object({ key: z.string(), message: z.string() }))]) })
  .openapi("Error", { example: { error: [{ key: "email", message: "Champ obligatoire" }] } });

/** A body, as the document describes one. */
export const content = <Schema extends z.ZodType>(schema: Schema, example?: unknown, type = "application/json") => ({
  content: { [type]: { schema, ...(example === undefined ? {} : { example }) } },
});
