import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { KeptWords } from "./kept-words.tsx";

const rendered = (title: string) => renderToStaticMarkup(<KeptWords of={title} />);
const kept = (title: string) =>
  rendered(title).replaceAll('<span class="kept">', "[").replaceAll("</span>", "]").replaceAll("&amp;", "&");

it.each([
  ["Cabaret NU, la nouvelle revue", "Cabaret NU, [la nouvelle] revue"],
  ["Les Nuits du Lac, en concert", "Les Nuits [du Lac,] [en concert]"],
  ["Soirée Champagne & Velours", "Soirée Champagne [& Velours]"],
  ["la maison", "[la maison]"],
  ["Un soir à", "Un soir à"],
  ["Nuit des arrondissements-parisiens", "Nuit des arrondissements-parisiens"],
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
