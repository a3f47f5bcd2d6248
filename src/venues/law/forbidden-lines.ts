import type { Country } from "../contract.ts";

/** Why a country's site may not carry a line. `line-words.ts` has the text for each reason. */
export type ForbiddenReason = "age" | "entice" | "authorise" | "jackpots" | "currency" | "help_line";

/** A pattern to look for in French and English. `isRefused` stops the save; otherwise the editor is only warned. */
export type ForbiddenLine = { pattern: RegExp; reason: ForbiddenReason; isRefused: boolean };

const FRENCH_HELP = /09 ?74 ?75|joueurs-info-service/iu;
const SWISS_HELP = /sos-jeu|pr[ée]vention@/iu;

/**
 * What a country's site may not say, whether an editor, an import or the group itself writes it. In Belgium gifts, bonuses and
 * free games may not be named at all. In Switzerland play credits and other benefits need an authorisation, which a free text
 * cannot have. Patterns are matched against text whose spaces are plain.
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

/** The forbidden lines in a text, each with the words that matched. Special spaces and invisible characters hide nothing. */
export function forbiddenLinesIn(country: Country, words: string): (ForbiddenLine & { found: string })[] {
  const text = withPlainSpaces(words);
  return FORBIDDEN_LINES[country].flatMap((line) => {
    const found = line.pattern.exec(text)?.[0];
    return found === undefined ? [] : [{ ...line, found }];
  });
}

/** Normalises a text for matching: plain spaces, full-width letters made normal, invisible characters removed. */
function withPlainSpaces(words: string): string {
  return words
    .replaceAll("&nbsp;", " ")
    .normalize("NFKC")
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
    .replaceAll(/\s+/g, " ");
}
