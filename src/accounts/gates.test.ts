import { describe, expect, it } from "vitest";
import { closedGate, type GatedPlace, type GateState } from "./gates.ts";

/** Every combination of what gates ask about. */
const STANDINGS: GateState[] = Array.from({ length: 16 }, (_, bits) => ({
  isLoggedIn: (bits & 1) > 0,
  isEmailValid: (bits & 2) > 0,
  isPhoneValid: (bits & 4) > 0,
  hasLoyaltyId: (bits & 8) > 0,
}));

/** For each place, the conditions in order and where the first unmet one leads. */
const SPECIFIED: Record<GatedPlace, [keyof GateState, string][]> = {
  Account: [["isLoggedIn", "Login"]],
  PhoneDefine: [["isLoggedIn", "Login"]],
  Pseudo: [["isLoggedIn", "Login"]],
  Card: [
    ["isLoggedIn", "Login"],
    ["isEmailValid", "Menu"],
    ["isPhoneValid", "PhoneDefine"],
    ["hasLoyaltyId", "EnrollmentChoice"],
  ],
  Offers: [
    ["isLoggedIn", "Login"],
    ["isEmailValid", "Menu"],
    ["isPhoneValid", "PhoneDefine"],
  ],
  Cashless: [
    ["isLoggedIn", "Login"],
    ["isEmailValid", "Menu"],
  ],
  Statement: [
    ["isLoggedIn", "Login"],
    ["isEmailValid", "Menu"],
    ["hasLoyaltyId", "EnrollmentChoice"],
  ],
  EnrollmentStart: [
    ["isLoggedIn", "Register"],
    ["isEmailValid", "Menu"],
    ["isPhoneValid", "PhoneDefine"],
  ],
  EnrollmentLink: [
    ["isLoggedIn", "Login"],
    ["isPhoneValid", "PhoneDefine"],
  ],
};

describe("gates", () => {
  it.each(Object.entries(SPECIFIED))(
    "of %s lead to the first closed one, for all sixteen standings",
    (place, lines) => {
      for (const standing of STANDINGS) {
        let expected: string | null = null;
        for (const [flag, target] of lines.toReversed()) if (!standing[flag]) expected = target;
        expect(closedGate(place as GatedPlace, standing), JSON.stringify(standing)).toBe(expected);
      }
    },
  );
});
