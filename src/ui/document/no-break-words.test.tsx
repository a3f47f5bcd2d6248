import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { NoBreakWords } from "./no-break-words.tsx";

const rendered = (title: string) => renderToStaticMarkup(<NoBreakWords of={title} />);
const kept = (title: string) =>
  rendered(title)
    .replaceAll('<span class="kept">', "[")
    .replaceAll("</span>", "]")
    .replaceAll("<!-- -->", "")
    .replaceAll("&amp;", "&");

it.each([
  ["Cabaret NU, la nouvelle revue", "Cabaret NU, [la nouvelle] revue"],
  ["Les Nuits du Lac, en concert", "Les Nuits [du Lac,] [en concert]"],
  ["Soirée Champagne & Velours", "Soirée Champagne [& Velours]"],
  ["la maison", "[la maison]"],
  ["Un soir à", "Un soir à"],
  ["Un soir à la", "Un soir à la"],
  ["La nuit des feux sur le lac", "La nuit [des feux] [sur le lac]"],
  ["Le bal des gens", "Le bal [des gens]"],
  ["Trois dés sous la cloche", "Trois dés [sous la cloche]"],
  ["Dîner à la seule lueur", "Dîner [à la seule] lueur"],
  ["Thé dansant sous les orangers", "Thé dansant [sous les orangers]"],
  ["Fireworks night on the lake", "Fireworks night [on the lake]"],
  ["Nights of the mirror", "Nights [of the mirror]"],
  ["What’s\u00a0on at the casino", "What’s\u00a0on [at the casino]"],
  ["Jazz (sur le lac) et fun", "Jazz ([sur le lac)] [et fun]"],
  ["Nuit des arrondissements-parisiens", "Nuit des arrondissements-parisiens"],
  ["Un été dans les arrondissements", "Un été dans les arrondissements"],
])("keeps the small words of '%s' with what follows", (title, expected) => {
  expect(kept(title)).toBe(expected);
});

it("leaves the text of a title as it is", () => {
  const title = "La nuit des feux sur le lac, en concert & sans (à peine) un mot de plus";
  expect(
    rendered(title)
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&amp;", "&"),
  ).toBe(title);
});
