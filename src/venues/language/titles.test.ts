import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectPath } from "../../platform/database/database.server.ts";
import { GROUP } from "../group.ts";
import { fullVenueTitle, greeting, venueTitle, withoutArticle } from "./titles.ts";
import type { VenueNaming } from "./titles.ts";

const venue = (fields: Partial<VenueNaming>): VenueNaming => ({
  name: "Port-Sérac",
  pasino: 0,
  preposition: "de",
  alternativeWord: "Pavillon",
  ...fields,
});

describe("the short title", () => {
  it.each<[string, Partial<VenueNaming>]>([
    ["Casino de Port-Sérac", {}],
    ["Casino de la Rochemar", { name: "La Rochemar", preposition: "de la" }],
    ["Casino du Havrelac", { name: "Le Havrelac", preposition: "du" }],
    ["Casino Cap Ferrand", { name: "Cap Ferrand", preposition: "" }],
    ["Casino de Valombre-les-Bains", { name: "Valombre-les-Bains" }],
    ["Casino d’Aubenac", { name: "Aubenac" }],
    ["Pavillon Grand d’Aubenac", { name: "Aubenac", pasino: 1, sub_name: "Grand" }],
    ["Casino Grand de Port-Sérac", { sub_name: "Grand" }],
    ["Casino d’Évian", { name: "Évian" }],
    ["Casino d’Œuilly", { name: "Œuilly" }],
    ["Casino d’Hyères", { name: "Hyères" }],
    ["Casino d’Hérouville", { name: "Hérouville" }],
    ["Casino de Honfleur", { name: "Honfleur" }],
    ["Casino d’Yport", { name: "Yport" }],
    ["Casino de Yaoundé", { name: "Yaoundé" }],
    ["Casino de La Rochemar", { name: "La Rochemar" }],
    ["Casino de Lerins", { name: "Lerins" }],
    ["Casino de la Lande", { name: "Lande", preposition: "de la" }],
    ["Casino La Rochemar", { name: "La Rochemar", preposition: "" }],
    ["Casino de Port Sérac", { name: "  Port   Sérac ", sub_name: " " }],
  ])("reads %j", (title, fields) => {
    expect(venueTitle(venue(fields))).toBe(title);
  });
});

describe("the full title", () => {
  it("is venue word, sub-name, brand and name", () => {
    expect(fullVenueTitle(venue({}), "Belrive")).toBe("Casino Belrive Port-Sérac");
    expect(fullVenueTitle(venue({ name: "La Rochemar", preposition: "de la" }), "Belrive")).toBe(
      "Casino Belrive La Rochemar",
    );
    expect(fullVenueTitle(venue({ name: "Aubenac", pasino: 1, sub_name: "Grand" }), "Belrive")).toBe(
      "Pavillon Grand Belrive Aubenac",
    );
  });
});

describe("the demo venues", () => {
  const titles = Object.fromEntries(
    readdirSync(projectPath("demo/venues")).map((file) => {
      const { establishment } = JSON.parse(readFileSync(projectPath(`demo/venues/${file}`), "utf8")) as {
        establishment: Omit<VenueNaming, "alternativeWord">;
      };
      const naming = { ...establishment, alternativeWord: GROUP.alternativeVenueWord };
      return [establishment.name, [venueTitle(naming), fullVenueTitle(naming, GROUP.brand)]];
    }),
  );

  it("have the titles that their texts use", () => {
    expect(titles).toEqual({
      Aubenac: ["Palace des Jardins d’Aubenac", "Palace des Jardins Belrive Aubenac"],
      Bientôt: ["Casino de Bientôt", "Casino Belrive Bientôt"],
      Blankenduin: ["Casino de Blankenduin", "Casino Belrive Blankenduin"],
      "Cap Ferrand": ["Casino Cap Ferrand", "Casino Belrive Cap Ferrand"],
      "La Rochemar": ["Casino de la Rochemar", "Casino Belrive La Rochemar"],
      "Le Havrelac": ["Casino du Havrelac", "Casino Belrive Le Havrelac"],
      Montreval: ["Casino de Montreval", "Casino Belrive Montreval"],
      "Port-Sérac": ["Casino de Port-Sérac", "Casino Belrive Port-Sérac"],
      "Sainte-Orielle": ["Casino de Sainte-Orielle", "Casino Belrive Sainte-Orielle"],
      "Valombre-les-Bains": ["Casino de Valombre-les-Bains", "Casino Belrive Valombre-les-Bains"],
    });
  });
});

describe("the greeting of the cover", () => {
  it("is French or English", () => {
    expect(`${greeting("fr")} ${venueTitle(venue({}))}`).toBe("Bienvenue au Casino de Port-Sérac");
    expect(greeting("en")).toBe("Welcome to");
  });
});

describe("any title", () => {
  const words = fc.array(fc.constantFrom("La", "le", "LA", " ", "  ", "\t", "Aubenac", "Hyères", "d’Or", "", "é"), {
    maxLength: 8,
  });
  const someText = fc.oneof(
    words.map((parts) => parts.join(" ")),
    fc.string(),
  );
  const someVenue: fc.Arbitrary<VenueNaming> = fc.record({
    name: someText,
    pasino: fc.constantFrom(0, 1),
    sub_name: fc.oneof(someText, fc.constant(null)),
    preposition: fc.constantFrom("de", "de la", "du", ""),
    alternativeWord: someText,
  });

  it("has no double space and no space at either end", () => {
    fc.assert(
      fc.property(someVenue, someText, (naming, brand) => {
        for (const title of [venueTitle(naming), fullVenueTitle(naming, brand)]) {
          expect(title).toBe(title.trim());
          expect(title).not.toMatch(/\s\s/);
        }
      }),
    );
  });

  it("ends with the name, and says no article after 'du' or 'de la'", () => {
    fc.assert(
      fc.property(someVenue, fc.constantFrom("du" as const, "de la" as const), (naming, preposition) => {
        expect(venueTitle(naming).endsWith(withoutArticle(naming.name))).toBe(true);
        expect(venueTitle({ ...naming, preposition })).not.toMatch(/ (du|de la) l[ea] /i);
      }),
    );
  });

  it("does not change when articles are stripped twice", () => {
    fc.assert(
      fc.property(someText, (name) => {
        const stripped = withoutArticle(name);
        expect(withoutArticle(stripped)).toBe(stripped);
        expect(stripped === "").toBe(name.trim() === "");
      }),
    );
  });
});
