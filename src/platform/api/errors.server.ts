import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";

/** The body of every refusal of the API: one text, or one message per field; `code` is for programs. */
export type ApiError = { error: string | { key: string; message: string }[]; error_details?: { code: string } };

/** A message of the catalogue without parameters. */
export type Words = (inputs: Record<string, never>, options: { locale?: "fr" | "en" }) => string;

/** Answers a refusal. A catalogue message is written in the language of the call. */
export function apiError<Status extends ContentfulStatusCode>(
  c: Context,
  status: Status,
  error: ApiError["error"] | Words,
  code?: string,
) {
  const said =
    typeof error === "function" ? error({}, { locale: (c.get("locale") as "fr" | "en" | undefined) ?? "fr" }) : error;
  return c.json({ error: said, ...(code && { error_details: { code } }) } satisfies ApiError, status);
}

/** Answers 422 with all problems of a body or query at once, each under the name of its field. */
export function invalid(c: Context, problem: z.core.$ZodError): Response {
  return apiError(c, 422, problem.issues.flatMap(fieldsOf));
}

/** Zod reports all unknown fields of an object as one issue. */
function fieldsOf(issue: z.core.$ZodIssue): { key: string; message: string }[] {
  if (issue.code !== "unrecognized_keys") return [{ key: issue.path.join("."), message: issue.message }];
  return issue.keys.map((key) => ({ key: [...issue.path, key].join("."), message: "is not a known field" }));
}
