import { plainText } from "../../content/sanitise.server.ts";
import type { Country } from "../../venues/contract.ts";
import { policyOf } from "../../venues/law/country-policy.ts";
import { forbiddenLinesIn } from "../../venues/law/forbidden-lines.ts";
import type { ImportProblem } from "./problems.server.ts";
import { pathOf, textsIn } from "./shape-problems.server.ts";
import { LINE_REASONS } from "../../venues/language/line-words.ts";

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
  return textsIn(data).flatMap(({ path, text }) =>
    !isSaid(path)
      ? []
      : forbiddenLinesIn(country, plainText(text))
          .filter(({ isRefused }) => isRefused)
          .map(({ found, reason }) => ({
            path: pathOf(path),
            message: LINE_REASONS[reason]({ words: found, age }, { locale: "en" }),
          })),
  );
}

function isSaid(path: PropertyKey[]): boolean {
  return path.some((part) => LOCALES.includes(part)) && !NAMES.includes(path.at(-1) ?? "");
}
