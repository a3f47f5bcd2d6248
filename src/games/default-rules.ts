import type { Locale } from "../venues/contract.ts";
import type { GamePageKey } from "./contract.ts";
import { RULES_EN } from "./default-rules-en.ts";
import { RULES_FR } from "./default-rules-fr.ts";

/** The aim of a game, the steps of a round in their order, and what can be bet on. */
export type RulesText = { aim: string; round: string[]; bets: string[] };
export type RulesByGame = Record<GamePageKey, RulesText>;

/** What the rules page says where neither the venue's game nor its texts say it (G10, G11). */
export const DEFAULT_RULES: Record<Locale, RulesByGame> = { fr: RULES_FR, en: RULES_EN };
