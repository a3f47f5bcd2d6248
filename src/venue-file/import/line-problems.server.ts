import { plainText } from "../../content/sanitise.server.ts";
import type { Country } from "../../venues/contract.ts";
import { policyOf } from "../../venues/country-policy.ts";
import { forbiddenLinesIn } from "../../venues/forbidden-lines.ts";
import type { ImportProblem } from "./problems.server.ts";
import { pathOf } from "./shape-problems.server.ts";
import { LINE_REASONS } from "../../venues/line-words.ts";

/** Nothing in the schema is nested deeper. */
const DEPTH_MAX = 20;
const LOCALES: readonly PropertyKey[] = ["fr", "en"];
/** What a block of a text names, and does not say. */
const NAMES: readonly PropertyKey[] = ["key", "type"];

/**
 * Words that the law of a country keeps from its sites (spec/policy.md), wherever a file or a part of one has words for visitors:
 * in every text that it gives by language. What the law only warns about is no problem.
 */
export function forbiddenLineProblems(country: Country | undefined, data: unknown): ImportProblem[] {
  if (country === undefined) return [];
  const age = policyOf(country).minimumAge;
  return wordsIn(data, []).flatMap(({ path, words }) =>
    forbiddenLinesIn(country, words)
      .filter(({ isRefused }) => isRefused)
      .map(({ found, reason }) => ({ path, message: LINE_REASONS[reason]({ words: found, age }, { locale: "en" }) })),
  );
}

function wordsIn(data: unknown, path: PropertyKey[]): { path: string; words: string }[] {
  if (typeof data === "string") {
    const isSaid = path.some((part) => LOCALES.includes(part)) && !NAMES.includes(path.at(-1) ?? "");
    return isSaid ? [{ path: pathOf(path), words: plainText(data) }] : [];
  }
  if (typeof data !== "object" || data === null || path.length > DEPTH_MAX) return [];
  if (Array.isArray(data)) return data.flatMap((item: unknown, at) => wordsIn(item, [...path, at]));
  return Object.entries(data).flatMap(([key, value]) => wordsIn(value, [...path, key]));
}
