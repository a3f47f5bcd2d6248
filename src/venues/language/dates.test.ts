import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAt, dayLabel, dayText, hourText, momentAt, rangeText, timeAt, timeText } from "./dates.ts";

const S = "\u00a0";
const timeZone = "Europe/Paris";
const french = { locale: "fr", timeZone } as const;
const english = { locale: "en", timeZone } as const;
const SHOW = new Date("2026-12-08T20:30:00+01:00");

describe("times", () => {
  it.each([
    ["00:00", "minuit", "midnight", "middernacht"],
    ["0:05", "0h05", `12.05${S}am`, "00:05"],
    ["09:00", "9h", `9${S}am`, "09:00"],
    ["12:00", "12h", "noon", "12:00"],
    ["12:30", "12h30", `12.30${S}pm`, "12:30"],
    ["20:30", "20h30", `8.30${S}pm`, "20:30"],
    ["23:59", "23h59", `11.59${S}pm`, "23:59"],
  ])("writes %s in French, English and Dutch", (hour, inFrench, inEnglish, inDutch) => {
    expect([hourText(hour, "fr"), hourText(hour, "en"), hourText(hour, "nl")]).toEqual([inFrench, inEnglish, inDutch]);
  });

  it("writes a range as one piece that does not break", () => {
    const evening = { open: "10:00", close: "03:00" };
    expect(rangeText(evening, "fr")).toBe(`10h${S}à${S}3h`);
    expect(rangeText(evening, "en")).toBe(`10${S}am${S}to${S}3${S}am`);
    expect(rangeText(evening, "nl")).toBe(`10:00${S}tot${S}03:00`);
  });

  it("reads the venue's clock", () => {
    expect([timeAt(SHOW, french), timeAt(SHOW, english)]).toEqual(["20h30", `8.30${S}pm`]);
    expect(timeAt(SHOW, { locale: "fr", timeZone: "UTC" })).toBe("19h30");
  });

  it("writes no two minutes of a day alike", () => {
    for (const language of ["fr", "en", "nl"] as const)
      expect(new Set(Array.from({ length: 1_440 }, (_, minutes) => timeText(minutes, language))).size).toBe(1_440);
  });
});

describe("days", () => {
  it.each([
    ["weekday", "mardi", "Tuesday"],
    ["day", `8${S}décembre`, `8${S}December`],
    ["date", `8${S}décembre${S}2026`, `8${S}December${S}2026`],
    ["shortDate", `8${S}déc.${S}2026`, `8${S}Dec${S}2026`],
    ["weekdayAndDay", `mardi${S}8${S}décembre`, `Tuesday${S}8${S}December`],
    ["shortDay", `mar.${S}8${S}déc.`, `Tue${S}8${S}Dec`],
    ["full", `mardi${S}8${S}décembre${S}2026`, `Tuesday${S}8${S}December${S}2026`],
    ["month", `décembre${S}2026`, `December${S}2026`],
    ["expiry", `08${S}déc.`, `08${S}Dec`],
    ["expiryWithYear", `08${S}déc.${S}2026`, `08${S}Dec${S}2026`],
  ] as const)("has the form %s", (form, inFrench, inEnglish) => {
    expect([dayAt(SHOW, french, form), dayAt(SHOW, english, form)]).toEqual([inFrench, inEnglish]);
  });

  it("calls the first of a month '1er' in French", () => {
    expect(dayText("2026-12-01", "fr", "weekdayAndDay")).toBe(`mardi${S}1er${S}décembre`);
    expect(dayText("2026-12-01", "en", "weekdayAndDay")).toBe(`Tuesday${S}1${S}December`);
    expect(dayText("2026-12-01", "nl", "day")).toBe(`1${S}december`);
  });

  it("writes the days of the week as labels from Sunday on", () => {
    expect([0, 6].map((day) => dayLabel(day, "fr"))).toEqual(["Dimanche", "Samedi"]);
    expect([0, 6].map((day) => dayLabel(day, "nl"))).toEqual(["Zondag", "Zaterdag"]);
  });

  it("names days and months as Intl does, on any day", () => {
    const day = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
    const intl = { fr: new Intl.DateTimeFormat("fr-FR", day), en: new Intl.DateTimeFormat("en-GB", day) };
    const dates = fc.date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, fc.constantFrom("fr", "en"), (date, locale) => {
        const text = dayText(date.toISOString().slice(0, 10), locale, "full").replaceAll(S, " ");
        expect(text.replace(" 1er ", " 1 ")).toBe(intl[locale].format(date).replace(",", ""));
      }),
    );
  });
});

describe("day and time together", () => {
  it("are a phrase in texts and shorter in lists", () => {
    expect(momentAt(SHOW, french)).toBe(`8${S}décembre${S}2026 à 20h30`);
    expect(momentAt(SHOW, english)).toBe(`8${S}December${S}2026 at 8.30${S}pm`);
    expect(momentAt(SHOW, french, "short")).toBe(`8${S}déc.${S}2026, 20h30`);
    expect(momentAt(SHOW, english, "short")).toBe(`8${S}Dec${S}2026, 8.30${S}pm`);
  });

  it("say midnight as an hour, because it could mean either night beside a date", () => {
    const midnight = new Date("2026-12-08T00:00:00+01:00");
    expect(momentAt(midnight, french)).toBe(`8${S}décembre${S}2026 à 0h`);
    expect(momentAt(midnight, english)).toBe(`8${S}December${S}2026 at 12${S}am`);
  });
});
