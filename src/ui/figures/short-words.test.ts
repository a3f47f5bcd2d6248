import { expect, it } from "vitest";
import { keepShortWords } from "./short-words.ts";

it.each([
  ["Cabaret NU, la nouvelle revue", "Cabaret NU, la~nouvelle revue"],
  ["Les Nuits du Lac, en concert", "Les Nuits du~Lac, en~concert"],
  ["Soirée Champagne & Velours", "Soirée Champagne &~Velours"],
  ["Visite de la maison", "Visite de~la~maison"],
  ["Noordertrio, musique pour mer étale", "Noordertrio, musique pour mer~étale"],
  ["L’orgue de plage", "L’orgue de~plage"],
  ["Un soir à", "Un soir à"],
])("keeps the short words of '%s' with what follows", (title, kept) => {
  expect(keepShortWords(title)).toBe(kept.replaceAll("~", "\u00a0"));
});
