import { describe, expect, it } from "vitest";
import { inLocale } from "../venues/language/locale.server.ts";
import { gameFigures, gameTitle, openingText, type CountedGame } from "./game-words.ts";

const table: CountedGame = { key: "omaha", number: 1, open_hour: "21:00", stake_min_minor: 10_000n };

describe("the figures of a game", () => {
  it("use the singular for one table, and keep the venue's own name otherwise", () => {
    const titleOf = (...game: Parameters<typeof gameTitle>) => inLocale("fr", () => gameTitle(...game));
    expect(titleOf("roulette-anglaise", "Roulettes anglaises", 1)).toBe("Roulette anglaise");
    expect(titleOf("roulette-anglaise", "Roulettes anglaises", 2)).toBe("Roulettes anglaises");
    expect(titleOf("machines-a-sous", "Machines à sous", 1)).toBe("Machine à sous");
    expect(titleOf("black-jack", "Black-Jacks", 1)).toBe("Black jack");
    expect(titleOf("black-jack", "Vingt-et-un du lac", 1)).toBe("Vingt-et-un du lac");
  });

  it("write hours as the language does", () => {
    expect(openingText("20:00", "fr")).toBe("20h00");
    expect(openingText("09:30", "fr")).toBe("9h30");
    expect(openingText("0:15", "fr")).toBe("0h15");
    expect(openingText("09:30", "en")).toBe("9.30\u00a0am");
  });

  it("of several games are their sum, the earliest hour and the lowest stake", () => {
    const games = [table, { ...table, number: 2, open_hour: "9:30", stake_min_minor: 50n }];
    const figures = inLocale("fr", () => gameFigures(games, "EUR", "fr"));
    expect(figures).toEqual({ count: "3\u00a0tables", opens: "Dès 9h30", stake: "0,50\u00a0€" });
  });

  it("leave out what is unknown", () => {
    const figures = gameFigures([{ ...table, number: 0, open_hour: null, stake_min_minor: null }], "CHF", "fr");
    expect(figures).toEqual({ count: null, opens: null, stake: null });
  });
});
