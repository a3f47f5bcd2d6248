import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, it } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

const MOST = dictionary["passwords-common"].slice(0, 10_000);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

it("refuses the 10,000 most common passwords, also with a capital, a digit and a special character added", () => {
  expect(MOST).toHaveLength(10_000);
  const words = MOST.filter((password) => /^[a-z]+$/.test(password));
  const dresses = [
    MOST.map(capital),
    MOST.map((password) => `${capital(password)}!`),
    words.map((word) => `${capital(word)}1!`),
    words.map((word) => `!${capital(word)}123`),
    words.map((word) => `123${capital(word)}!`),
  ];
  for (const passwords of dresses) expect(passwords.filter((password) => !isCommonPassword(password))).toEqual([]);
});

it.each(
  `1qaz@WSX !QAZ2wsx ZAQ!2wsx 1qaz!QAZ !Q2w3e4r Qwer1234! A1b2c3d4! Qwe123!@# 1Password! 123Azerty! P@ssw0rd Azerty123!
  Soleil1! Motdepasse!2026 Été2025!! AAAA1111! 12345678A!`.split(/\s+/),
)("refuses %s, a usual dress of one of them", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

it.each(["Opale-Marine!47", "Phare-Blanc?82", "Falaise-Craie!58", "Belrive!2026", "tR7#vq2Lw9", "Nous-irons-3-fois!"])(
  "accepts %s, which is not common",
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
