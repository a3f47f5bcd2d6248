import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";

/** The body of every refusal of the API: a text, or one message a field (section 7, G165). */
export type ApiError = { error: string | { key: string; message: string }[] };

export function apiError<Status extends ContentfulStatusCode>(c: Context, status: Status, error: ApiError["error"]) {
  return c.json({ error } satisfies ApiError, status);
}

/** Answers 422 with all problems of a body or query at once, each under its field. */
export function invalid(c: Context, problem: z.core.$ZodError): Response {
  return apiError(c, 422, problem.issues.flatMap(fieldsOf));
}

/** The schema library gathers the unknown fields of an object into one issue. */
function fieldsOf(issue: z.core.$ZodIssue): { key: string; message: string }[] {
  if (issue.code !== "unrecognized_keys") return [{ key: issue.path.join("."), message: issue.message }];
  return issue.keys.map((key) => ({ key: [...issue.path, key].join("."), message: "is not a known field" }));
}
