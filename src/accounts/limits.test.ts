import fc from "fast-check";
import { expect, it } from "vitest";
import { newPassword } from "./contract.ts";
import { PASSWORD_MIN, PASSWORD_PATTERN } from "./limits.ts";

it("lets a browser send a new password exactly when the server accepts it", () => {
  const pattern = new RegExp(`^(?:${PASSWORD_PATTERN})$`, "v");
  const letter = fc.constantFrom(...("aZÉé9٣!€ \u0301😀_".match(/./gu) ?? []));
  const password = fc.array(letter, { maxLength: 14 }).map((letters) => letters.join(""));
  fc.assert(
    fc.property(password, (typed) => {
      expect(typed.length >= PASSWORD_MIN && pattern.test(typed)).toBe(newPassword.safeParse(typed).success);
    }),
    { numRuns: 2_000 },
  );
});
