import type { z } from "zod";
import { isStorable } from "../../platform/schema.ts";
import { importedVenue, type ImportedVenue } from "../imported-venue.ts";
import type { ImportProblem } from "./problems.server.ts";

/** Deeper than anything the schema allows. */
const DEPTH_MAX = 20;

/** Validates an import against the schema. Returns every mistake with its path, in plain words. */
export function readShape(data: unknown): { venue: ImportedVenue } | { problems: ImportProblem[] } {
  const parsed = importedVenue.safeParse(data);
  const problems = [...(parsed.error?.issues ?? []).flatMap(problemsOf), ...unstorableTexts(data, [])];
  return parsed.success && problems.length === 0 ? { venue: parsed.data } : { problems: eachOnce(problems) };
}

/** Writes a path as a person would: `announcements[3].start_at`. */
export function pathOf(path: readonly PropertyKey[]): string {
  const written = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return written.replace(/^\./, "") || "(the file)";
}

/** Gives one problem per mistake: the schema library groups unknown fields of an object and nests those of a key. */
function problemsOf(issue: z.core.$ZodIssue): ImportProblem[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: "is not a known field" }));
  const message = issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return [{ path: pathOf(issue.path), message }];
}

/** Texts that no database can store, such as those with NUL. Not every field's own rule checks for them. */
function unstorableTexts(data: unknown, path: PropertyKey[]): ImportProblem[] {
  if (typeof data === "string")
    return isStorable(data) ? [] : [{ path: pathOf(path), message: "must not contain NUL or broken characters" }];
  if (typeof data !== "object" || data === null || path.length > DEPTH_MAX) return [];
  if (Array.isArray(data)) return data.flatMap((item: unknown, at) => unstorableTexts(item, [...path, at]));
  return Object.entries(data).flatMap(([key, value]) => unstorableTexts(value, [...path, key]));
}

function eachOnce(problems: ImportProblem[]): ImportProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.message}`, problem])).values()];
}
