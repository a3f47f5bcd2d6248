import fc from "fast-check";
import { expect, it } from "vitest";
import { followsPasswordRule } from "../contract.ts";
import { RULE_PARTS } from "./rule.ts";

it("marks every part of the rule as met exactly when the server accepts the password", () => {
  const letter = fc.constantFrom(...("aZÉé9٣!€ \u0301😀_".match(/./gu) ?? []));
  const password = fc.array(letter, { maxLength: 14 }).map((letters) => letters.join(""));
  fc.assert(
    fc.property(password, (typed) => {
      const isMarked = Object.values(RULE_PARTS).every((isMet) => isMet(typed));
      expect(isMarked).toBe(followsPasswordRule(typed));
    }),
    { numRuns: 2_000 },
  );
});
