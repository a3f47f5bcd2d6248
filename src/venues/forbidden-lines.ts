import type { Country } from "./contract.ts";

/** Why a line may not stand on a country's site. Words for each are in `line-words.ts`. */
export type ForbiddenReason = "age" | "entice" | "authorise" | "jackpots" | "currency" | "help_line";

/** A line of spec/policy.md: what it looks like in French and English, and whether it stops a save or only warns. */
export type ForbiddenLine = { pattern: RegExp; reason: ForbiddenReason; isRefused: boolean };

const FRENCH_HELP = /09 ?74 ?75|joueurs-info-service/iu;
const SWISS_HELP = /sos-jeu|pr[ée]vention@/iu;

/**
 * What may not be written on a country's site (spec/policy.md), by an editor, an import or the house itself. In Belgium gifts,
 * bonuses and free games may not be named at all; in Switzerland play credits and other benefits need an authorisation that a
 * text cannot have. Patterns meet their text with plain spaces.
 */
const FORBIDDEN_LINES: Record<Country, readonly ForbiddenLine[]> = {
  FR: [
    { pattern: /\b(?:moins de|under) 21\b/iu, reason: "age", isRefused: true },
    { pattern: SWISS_HELP, reason: "help_line", isRefused: true },
    { pattern: /\bchf\b/iu, reason: "currency", isRefused: false },
  ],
  CH: [
    {
      pattern:
        /parrain|referral|free play|of play on the house|play credits?|crédits? de jeu|jetons? offerts?|jeu offert|offerts? pour votre bienvenue/iu,
      reason: "authorise",
      isRefused: true,
    },
    { pattern: /megapot|jackpot/iu, reason: "jackpots", isRefused: true },
    { pattern: FRENCH_HELP, reason: "help_line", isRefused: true },
    { pattern: /€|\beuros?\b/iu, reason: "currency", isRefused: false },
  ],
  BE: [
    {
      pattern:
        /bonus|parrain|referral|cadeau|\bgifts?\b|free (?:play|games?|spins?)|of play on the house|jeux? (?:gratuits?|offerts?)|parties? gratuites?|jetons? offerts?|bienvenue[^.!?]{0,60}offert|euros fidélité|loyalty euros/iu,
      reason: "entice",
      isRefused: true,
    },
    { pattern: /\b(?:moins de|under) 18\b|\b18 ?\+/iu, reason: "age", isRefused: true },
    { pattern: /megapot/iu, reason: "jackpots", isRefused: true },
    { pattern: FRENCH_HELP, reason: "help_line", isRefused: true },
  ],
};

/** The forbidden lines that a text holds, each with the words that it was found by. No kind of space hides one. */
export function forbiddenLinesIn(country: Country, words: string): (ForbiddenLine & { found: string })[] {
  const text = withPlainSpaces(words);
  return FORBIDDEN_LINES[country].flatMap((line) => {
    const found = line.pattern.exec(text)?.[0];
    return found === undefined ? [] : [{ ...line, found }];
  });
}

/** Every space one plain space, wide letters narrow ones, and nothing invisible inside a word. */
function withPlainSpaces(words: string): string {
  return words
    .replaceAll("&nbsp;", " ")
    .normalize("NFKC")
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
    .replaceAll(/\s+/g, " ");
}
