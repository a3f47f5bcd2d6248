import type { z } from "zod";
import { isStorable } from "../../platform/schema.ts";
import { importedVenue, type ImportedVenue } from "../imported-venue.ts";
import type { ImportProblem } from "./problems.server.ts";

/** Deeper than anything the schema allows. */
const DEPTH_MAX = 20;

/** Validates an import against the schema. Returns every mistake with its path, in plain words. */
export function readShape(data: unknown): { venue: ImportedVenue } | { problems: ImportProblem[] } {
  const parsed = importedVenue.safeParse(data);
  const unstorable = textsIn(data).filter(({ text }) => !isStorable(text));
  const problems = [
    ...(parsed.error?.issues ?? []).flatMap(problemsOf),
    // No database can store texts such as those with NUL, and not every field's own rule checks for them.
    ...unstorable.map(({ path }) => ({ path: pathOf(path), message: "must not contain NUL or broken characters" })),
  ];
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

/** Every text in a file or a part of one, with its path. */
export function textsIn(data: unknown, path: PropertyKey[] = []): { path: PropertyKey[]; text: string }[] {
  if (typeof data === "string") return [{ path, text: data }];
  if (typeof data !== "object" || data === null || path.length > DEPTH_MAX) return [];
  if (Array.isArray(data)) return data.flatMap((item: unknown, at) => textsIn(item, [...path, at]));
  return Object.entries(data).flatMap(([key, value]) => textsIn(value, [...path, key]));
}

function eachOnce(problems: ImportProblem[]): ImportProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.message}`, problem])).values()];
}
