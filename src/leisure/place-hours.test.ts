import { describe, expect, test } from "vitest";
import type { OpeningHours, Slot } from "../platform/opening-hours.ts";
import { policyOf } from "../venues/law/country-policy.ts";
import type { Venue } from "../venues/venue.ts";
import { hoursToday, placeHours } from "./place-hours.ts";

const SATURDAY = new Date("2026-11-21T19:30:00Z");
const LONG = { open: "17:00", close: "04:00" };
const french = { policy: policyOf("FR") } as Venue;
const belgian = { policy: policyOf("BE") } as Venue;

function week(schedules: Slot[], exceptions?: OpeningHours["exceptions"]): OpeningHours {
  const days = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ label: `jour ${dayOfWeek}`, dayOfWeek, schedules }));
  return exceptions === undefined ? { days } : { days, exceptions };
}

describe("today's hours of a place", () => {
  test("show a night across midnight as one range", () => {
    expect(hoursToday(week([LONG]), french, "fr", SATURDAY)).toEqual({ ranges: "17h\u00a0à\u00a04h", note: null });
  });

  test("break between two ranges and never inside one", () => {
    const lunch = { open: "12:00", close: "14:00" };
    expect(hoursToday(week([lunch, LONG]), french, "fr", SATURDAY).ranges).toBe(
      "12h\u00a0à\u00a014h, 17h\u00a0à\u00a04h",
    );
  });

  test("are those of the venue's day, not of the server's", () => {
    const hours = week([]);
    hours.days[0] = { label: "Dimanche", dayOfWeek: 0, schedules: [LONG] };
    expect(hoursToday(hours, french, "fr", new Date("2026-11-21T22:59:00Z")).ranges).toBeNull();
    expect(hoursToday(hours, french, "fr", new Date("2026-11-21T23:01:00Z")).ranges).toBe("17h\u00a0à\u00a04h");
  });

  test("are closed on a day without ranges, and where a range has no length", () => {
    expect(hoursToday(week([]), french, "fr", SATURDAY).ranges).toBeNull();
    expect(hoursToday(week([{ open: "10:00", close: "10:00" }]), french, "fr", SATURDAY).ranges).toBeNull();
  });

  test("call a range from midnight to 23:59 a whole day", () => {
    const hours = week([{ open: "00:00", close: "23:59" }]);
    expect(hoursToday(hours, french, "fr", SATURDAY).ranges).toBe("24\u00a0h sur 24");
    expect(hoursToday(hours, french, "en", SATURDAY).ranges).toBe("24\u00a0hours");
  });

  test("follow an exception and give its note", () => {
    const note = { fr: "Mariage", en: "Wedding" };
    const hours = week([LONG], [{ date: "2026-11-21", schedules: [], note }]);
    expect(hoursToday(hours, french, "en", SATURDAY)).toEqual({ ranges: null, note: "Wedding" });
  });
});

describe("the week of a place", () => {
  test("starts on Monday and marks today", () => {
    const { days } = placeHours(week([LONG]), french, "fr", SATURDAY);
    expect(days.map((day) => day.label)).toEqual([
      "Lundi",
      "Mardi",
      "Mercredi",
      "Jeudi",
      "Vendredi",
      "Samedi",
      "Dimanche",
    ]);
    expect(days.filter((day) => day.isToday).map((day) => day.label)).toEqual(["Samedi"]);
  });

  test("marks no day of the week where today is an exception", () => {
    const exceptions = [{ date: "2026-11-21", schedules: [{ open: "12:00", close: "14:00" }] }];
    const hours = placeHours(week([LONG], exceptions), french, "fr", SATURDAY);
    expect(hours.days.some((day) => day.isToday)).toBe(false);
    expect(hours.exceptions).toEqual([{ label: "21\u00a0novembre", ranges: "12h - 14h", note: null }]);
  });

  test("is in Dutch on the French page of a venue with Dutch hours, and in English on its English page", () => {
    const { language, days } = placeHours(week([]), belgian, "fr", SATURDAY);
    expect(language).toBe("nl");
    expect(days[0]).toEqual({ label: "Maandag", ranges: "Gesloten", isToday: false });
    const english = placeHours(week([]), belgian, "en", SATURDAY);
    expect(english.language).toBe("en");
    expect(english.days[0]).toEqual({ label: "Monday", ranges: "Closed", isToday: false });
  });
});
