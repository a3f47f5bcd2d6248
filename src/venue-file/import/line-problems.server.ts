import { plainText } from "../../content/sanitise.server.ts";
import type { Country } from "../../venues/contract.ts";
import { policyOf } from "../../venues/law/country-policy.ts";
import { forbiddenLinesIn } from "../../venues/law/forbidden-lines.ts";
import type { ImportProblem } from "./problems.server.ts";
import { pathOf } from "./shape-problems.server.ts";
import { LINE_REASONS } from "../../venues/language/line-words.ts";

/** Deeper than anything the schema allows. */
const DEPTH_MAX = 20;
const LOCALES: readonly PropertyKey[] = ["fr", "en"];
/** Fields of a text block that are names, not text for visitors. */
const NAMES: readonly PropertyKey[] = ["key", "type"];

/**
 * Finds texts that the law of the country forbids on its sites, in every localised text of a file or part of one. Lines that only
 * deserve a warning are not reported.
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
