import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { invalid } from "./errors.server.ts";

/** The context of every call under /api. `venue` follows from the host; it is null on the group's own hosts. */
export type ApiEnv<Venue> = { Variables: { venue: Venue | null; locale: "fr" | "en" } };

/** What every call of the API knows. */
export type CallEnv = { Variables: { locale: "fr" | "en" } };

const SQL_INTEGER_MAX = 2_147_483_647;

/** A router that answers invalid parameters with 422 and one message per field, all at once. */
export function apiRouter<Venue extends object>(): OpenAPIHono<ApiEnv<Venue>> {
  return new OpenAPIHono<ApiEnv<Venue>>({
    defaultHook: (result, c) => (result.success ? undefined : invalid(c as Context, result.error)),
  });
}

/** A numeric id in an address: a whole number that fits SQL's integer type. */
export const idParameter = z
  .string()
  .regex(/^\d{1,10}$/, { error: "must be a whole number" })
  .transform(Number)
  .refine((id) => id <= SQL_INTEGER_MAX, { error: "is too large" });

/**
 * A part of an address that is answered whatever it is: one that does not fit its schema becomes `none`, which names
 * nothing.
 */
export function addressPart<Part>(schema: z.ZodType<Part, string>, none: Part, example: string) {
  return z
    .string()
    .openapi({ example })
    .transform((given) => schema.safeParse(given).data ?? none);
}

export const localeHeader = z.object({
  locale: z.string().max(20).optional().openapi({
    description: "One of the site's languages; wins over the cookie and Accept-Language. nl is answered in French",
  }),
});
