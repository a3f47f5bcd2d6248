import type { Locale } from "../venues/contract.ts";
import type { GamePageKey } from "./contract.ts";
import { RULES_EN } from "./default-rules-en.ts";
import { RULES_FR } from "./default-rules-fr.ts";

/** The aim of a game, the steps of a round in order, and the possible bets. */
type RulesText = { aim: string; round: string[]; bets: string[] };
export type RulesByGame = Record<GamePageKey, RulesText>;

/** The rules shown where neither the venue's game nor its texts have any. */
export const DEFAULT_RULES: Record<Locale, RulesByGame> = { fr: RULES_FR, en: RULES_EN };
