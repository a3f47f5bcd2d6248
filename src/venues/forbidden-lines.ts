import type { Country } from "./contract.ts";

/** Why a line may not stand on a country's site. Words for each are in the message catalogue. */
export type ForbiddenReason = "age" | "entice" | "authorise" | "jackpots" | "currency" | "help_line";

/** A line of spec/policy.md: what it looks like in French and English, and whether it stops a save or only warns. */
export type ForbiddenLine = { pattern: RegExp; reason: ForbiddenReason; isRefused: boolean };

/**
 * What an editor may not write on a country's site (spec/policy.md). In Belgium gifts, bonuses and free games may not be
 * named at all; in Switzerland play credits and other benefits need an authorisation that a text cannot have.
 */
const FORBIDDEN_LINES: Record<Country, readonly ForbiddenLine[]> = {
  FR: [{ pattern: /\b(?:moins de|under) 21\b/iu, reason: "age", isRefused: true }],
  CH: [
    {
      pattern:
        /parrain|referral|free play|play credits?|crédits? de jeu|jetons? offerts?|jeu offert|offerts? pour votre bienvenue/iu,
      reason: "authorise",
      isRefused: true,
    },
    { pattern: /megapot|jackpot/iu, reason: "jackpots", isRefused: true },
    { pattern: /09[\s\u00a0\u202f]?74|joueurs-info-service/iu, reason: "help_line", isRefused: true },
    { pattern: /€|\beuros?\b/iu, reason: "currency", isRefused: false },
  ],
  BE: [
    {
      pattern:
        /bonus|parrain|referral|cadeau|\bgifts?\b|free (?:play|games?|spins?)|jeux? (?:gratuits?|offerts?)|parties? gratuites?|jetons? offerts?|euros fidélité|loyalty euros/iu,
      reason: "entice",
      isRefused: true,
    },
    { pattern: /\b(?:moins de|under) 18\b|\b18\s?\+/iu, reason: "age", isRefused: true },
    { pattern: /megapot/iu, reason: "jackpots", isRefused: true },
    { pattern: /09[\s\u00a0\u202f]?74|joueurs-info-service/iu, reason: "help_line", isRefused: true },
  ],
};

/** The forbidden lines that a text holds, each with the words that it was found by. */
export function forbiddenLinesIn(country: Country, words: string): (ForbiddenLine & { found: string })[] {
  return FORBIDDEN_LINES[country].flatMap((line) => {
    const found = line.pattern.exec(words)?.[0];
    return found === undefined ? [] : [{ ...line, found }];
  });
}
