import { describe, expect, it } from "vitest";
import { GAME_PAGE_KEYS, type GamePageKey } from "./contract.ts";
import { DEFAULT_RULES } from "./default-rules.ts";
import { DEFAULT_TEXTS } from "./default-texts.ts";

/** Words that the page of no country may contain, as each text is shown in all three. */
const FORBIDDEN =
  /jackpot|megapot|bonus|cadeau|gift|offert|parrain|referral|on the house|€|chf|moins de (18|21)|under (18|21)|18\+/i;
/** A straight apostrophe, or a punctuation mark without the no-break space that French puts before it. */
const UNFRENCH = /'|[ \w][:;?!»]|« /;

const rulesOf = (locale: "fr" | "en", key: GamePageKey) => {
  const { aim, round, bets } = DEFAULT_RULES[locale][key];
  return [aim, ...round, ...bets].join(" ");
};

describe.each(GAME_PAGE_KEYS)("the default texts of %s", (key) => {
  it.each(["fr", "en"] as const)("are complete and neutral in %s", (locale) => {
    const rules = rulesOf(locale, key);
    const text = DEFAULT_TEXTS[locale][key].join(" ");
    expect(rules.split(/\s+/).length).toBeGreaterThan(130);
    expect(rules.split(/\s+/).length).toBeLessThan(300);
    expect(text.split(/\s+/).length).toBeGreaterThan(45);
    expect(`${rules} ${text}`).not.toMatch(FORBIDDEN);
  });

  it("follow French typography", () => {
    expect(`${rulesOf("fr", key)} ${DEFAULT_TEXTS.fr[key].join(" ")}`).not.toMatch(UNFRENCH);
    expect(rulesOf("en", key)).not.toMatch(/'|[\u00a0\u202f][:;?!]/);
  });
});
