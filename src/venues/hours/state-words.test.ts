import { describe, expect, test } from "vitest";
import { HOURS_TEXTS } from "./texts.ts";
import type { OpenState } from "./open-state.ts";
import { hoursWords } from "./state-words.ts";

const friday: OpenState["actual"] = { hours: [{ open: "10:00", close: "04:00" }], dayOfWeek: 5, label: "Vendredi" };
const nothing = { today: false, tomorrow: false, nextWeek: false };
const open: OpenState = {
  open: true,
  closeSoon: false,
  actual: friday,
  next: null,
  closesAt: "04:00",
  minutesLeft: 300,
};
const closed: OpenState = {
  open: false,
  closeSoon: false,
  actual: friday,
  next: { dayOfWeek: 1, open: "10:00", label: "Lundi", ...nothing },
};
const next = (change: Partial<NonNullable<OpenState["next"]>>): OpenState => ({
  ...closed,
  next: { dayOfWeek: 1, open: "10:00", label: "Lundi", ...nothing, ...change },
});

const fr = { texts: HOURS_TEXTS.fr, language: "fr" } as const;
const en = { texts: HOURS_TEXTS.en, language: "en" } as const;
const nl = { texts: HOURS_TEXTS.nl, language: "nl" } as const;

describe("words of the opening-hours widget", () => {
  const cases: [
    state: string,
    now: OpenState,
    words: typeof fr | typeof en | typeof nl,
    said: [state: string, word: string, line: string],
  ][] = [
    ["open", open, fr, ["open", "Ouvert", "Ferme à 4h"]],
    ["open day and night", { ...open, closesAt: undefined }, fr, ["open", "Ouvert", ""]],
    [
      "open beyond a day",
      { ...open, closesOn: { dayOfWeek: 0, label: "Dimanche" } },
      fr,
      ["open", "Ouvert", "Ferme dimanche à 4h"],
    ],
    ["closing soon", { ...open, closeSoon: true }, fr, ["soon", "Ferme bientôt\u00a0: 4h", ""]],
    ["closed, opening today", next({ today: true }), fr, ["closed", "Fermé", "Ouvre à 10h"]],
    ["closed between two openings", next({ today: true, open: "18:00" }), fr, ["closed", "Fermé", "Rouvre à 18h"]],
    ["closed late, opening tomorrow", next({ tomorrow: true }), fr, ["closed", "Fermé", "Ouvre demain à 10h"]],
    ["closed, opening on Monday", closed, fr, ["closed", "Fermé", "Ouvre lundi à 10h"]],
    ["closed until next week", next({ nextWeek: true }), fr, ["closed", "Fermé", "Ouvre lundi prochain à 10h"]],
    ["closed without an end in sight", { ...closed, next: null }, fr, ["closed", "Fermé", ""]],
    [
      "in English, days keep their capital",
      next({ nextWeek: true, label: "Monday" }),
      en,
      ["closed", "Closed", "Opens next Monday at 10\u00a0am"],
    ],
    ["in Dutch", next({ label: "Maandag" }), nl, ["closed", "Gesloten", "Opent maandag om 10:00"]],
  ];

  test.each(cases)("%s", (_state, now, words, [state, word, line]) => {
    expect(hoursWords(now, words)).toEqual({ state, word, line });
  });
});
