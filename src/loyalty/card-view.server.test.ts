import { expect, it } from "vitest";
import { inLocale } from "../venues/language/locale.server.ts";
import { holderName } from "./card-view.server.ts";

const camille = { civilityId: 1, lastname: "Aubry", firstname: "Camille Anne" };

it("names a card's holder with the title of the page's language, or of the pass's", () => {
  expect(inLocale("fr", () => holderName(camille))).toBe("Mme Aubry Camille");
  expect(inLocale("en", () => holderName(camille))).toBe("Ms Aubry Camille");
  expect(inLocale("fr", () => holderName(camille, { locale: "en" }))).toBe("Ms Aubry Camille");
  expect(inLocale("fr", () => holderName({ ...camille, civilityId: null }))).toBe("Aubry Camille");
});
