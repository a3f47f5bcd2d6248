import { z } from "@hono/zod-openapi";

/** The body of every refusal: a text, or one message a field. */
export const errorBody = z
  .object({ error: z.union([z.string(), z.array(z.object({ key: z.string(), message: z.string() }))]) })
  .openapi("Error", { example: { error: [{ key: "email", message: "Champ obligatoire" }] } });

/** A refusal with a code, by which a program can tell refusals apart whatever the language of the text. */
export const codedErrorBody = z
  .object({ error: errorBody.shape.error, error_details: z.object({ code: z.string() }).optional() })
  .openapi("CodedError", {
    example: {
      error: "Confirmez que c’est bien vous pour continuer.",
      error_details: { code: "FRESH_LOGIN_REQUIRED" },
    },
  });

/** A body, as the document describes one. */
export const content = <Schema extends z.ZodType>(schema: Schema, example?: unknown, type = "application/json") => ({
  content: { [type]: { schema, ...(example === undefined ? {} : { example }) } },
});
