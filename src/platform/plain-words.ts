import type { z } from "zod";

/** Messages for mistakes that the contracts have no words for. */
export function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is missing" : `must be ${TYPES[issue.expected] ?? "of another type"}`;
    case "too_small":
      return `must ${sized(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`;
    case "too_big":
      return `must ${sized(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`;
    case "invalid_value":
      return issue.input === undefined ? "is missing" : `must be ${issue.values.map(String).join(" or ")}`;
    default:
      return "is not written as it should be";
  }
}

const TYPES: Record<string, string> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a text",
};

function sized(origin: string): string {
  return origin === "array" || origin === "string" ? "have" : "be";
}

function unitOf(origin: string): string {
  return { array: " entries", string: " characters" }[origin] ?? "";
}
