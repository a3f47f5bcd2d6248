import { describe, expect, it } from "vitest";
import type { OpeningHours, Slot } from "../../platform/opening-hours.ts";
import { openState } from "./open-state.ts";
import { rangesInWords, rangesText } from "./ranges.ts";

const PARIS = "Europe/Paris";
const LABELS = ["Dimanche", "Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi"];

/** '10:00-13:00 15:00-04:00' as slots; '' is a closed day. */
function slots(text: string): Slot[] {
  return text
    .split(" ")
    .filter(Boolean)
    .map((range) => {
      const [open = "", close = ""] = range.split("-");
      return { open, close };
    });
}

/** A week with one line a day, Sunday first; days without a line take `usual`. */
function week(usual: string, days: Record<number, string> = {}, exceptions: Record<string, string> = {}): OpeningHours {
  return {
    days: LABELS.map((label, dayOfWeek) => ({ label, dayOfWeek, schedules: slots(days[dayOfWeek] ?? usual) })),
    exceptions: Object.entries(exceptions).map(([date, text]) => ({ date, schedules: slots(text) })),
  };
}

/** The state in Paris. */
const at = (hours: OpeningHours, instant: string) => openState(hours, new Date(instant), PARIS);

describe("open, closed, closing soon", () => {
  const usual = week("10:00-04:00");

  it.each([
    ["2026-11-20T09:59:59+01:00", false],
    ["2026-11-20T10:00:00+01:00", true],
    ["2026-11-20T23:59:59+01:00", true],
    ["2026-11-21T03:59:59+01:00", true],
    ["2026-11-21T04:00:00+01:00", false],
  ])("at %s open is %s, overnight included", (instant, open) => {
    expect(at(usual, instant).open).toBe(open);
  });

  it("closes soon when 60 minutes or less remain", () => {
    expect(at(usual, "2026-11-21T02:59:59+01:00")).toMatchObject({ closeSoon: false, minutesLeft: 61 });
    expect(at(usual, "2026-11-21T03:00:00+01:00")).toMatchObject({
      closeSoon: true,
      minutesLeft: 60,
      closesAt: "04:00",
    });
    expect(at(usual, "2026-11-21T03:59:59+01:00")).toMatchObject({ closeSoon: true, minutesLeft: 1 });
    expect(at(usual, "2026-11-21T04:00:00+01:00").closeSoon).toBe(false);
  });

  it("gives the current day and the running slot, even one that began last night", () => {
    const friday = at(week("10:00-13:00 15:00-04:00"), "2026-11-20T16:00:00+01:00");
    expect(friday.actual).toEqual({
      dayOfWeek: 5,
      label: "Vendredi",
      hours: slots("10:00-13:00 15:00-04:00"),
      hoursActive: { open: "15:00", close: "04:00" },
    });
    const night = at(week("", { 5: "22:00-04:00" }), "2026-11-21T01:00:00+01:00");
    expect(night.actual).toEqual({
      dayOfWeek: 6,
      label: "Samedi",
      hours: [],
      hoursActive: { open: "22:00", close: "04:00" },
    });
    expect(at(usual, "2026-11-20T05:00:00+01:00").actual).not.toHaveProperty("hoursActive");
  });

  it("ignores a slot whose open equals its close", () => {
    expect(at(week("10:00-10:00"), "2026-11-20T10:00:00+01:00")).toMatchObject({
      open: false,
      next: null,
      actual: { hours: [] },
    });
    expect(at(week("00:00-00:00 9:00-09:00"), "2026-11-20T09:00:00+01:00").open).toBe(false);
  });

  it("uses the venue's clock, not the visitor's", () => {
    const now = new Date("2026-11-20T23:30:00-05:00");
    expect(openState(week("", { 6: "05:00-06:00" }), now, "Europe/Brussels")).toMatchObject({
      open: true,
      closesAt: "06:00",
    });
    expect(openState(week("", { 6: "05:00-06:00" }), now, "America/New_York").open).toBe(false);
  });
});

describe("the next opening", () => {
  const next = (hours: OpeningHours, instant: string) => at(hours, instant).next;
  const flags = { today: false, tomorrow: false, nextWeek: false };

  it("is flagged today on the same day", () => {
    expect(next(week("10:00-04:00"), "2026-11-20T05:00:00+01:00")).toEqual({
      ...flags,
      dayOfWeek: 5,
      label: "Vendredi",
      open: "10:00",
      today: true,
    });
    expect(next(week("10:00-13:00 15:00-23:00"), "2026-11-20T12:00:00+01:00")).toMatchObject({
      open: "15:00",
      today: true,
    });
  });

  it("is flagged tomorrow only from 22:00; earlier, its weekday is named", () => {
    const evening = week("10:00-20:00");
    expect(next(evening, "2026-11-20T21:59:59+01:00")).toEqual({
      ...flags,
      dayOfWeek: 6,
      label: "Samedi",
      open: "10:00",
    });
    expect(next(evening, "2026-11-20T22:00:00+01:00")).toMatchObject({ label: "Samedi", tomorrow: true, today: false });
  });

  it("is not flagged tomorrow when it is more than a day away", () => {
    expect(next(week("", { 1: "10:00-20:00" }), "2026-11-20T23:00:00+01:00")).toEqual({
      ...flags,
      dayOfWeek: 1,
      label: "Lundi",
      open: "10:00",
    });
  });

  it("is flagged next week, and not today, on the same weekday a week ahead", () => {
    const fridays = week("", { 5: "10:00-20:00" });
    expect(next(fridays, "2026-11-20T20:00:00+01:00")).toEqual({
      ...flags,
      dayOfWeek: 5,
      label: "Vendredi",
      open: "10:00",
      nextWeek: true,
    });
    expect(next(fridays, "2026-11-20T12:00:00+01:00")).toMatchObject({ nextWeek: true, today: false });
    expect(next(fridays, "2026-11-21T12:00:00+01:00")).toMatchObject({ nextWeek: false, label: "Vendredi" });
  });

  it("is flagged next week when exceptions cancel all openings of this week", () => {
    const works = { "2026-11-21": "", "2026-11-22": "", "2026-11-28": "", "2026-11-29": "" };
    const weekends = week("", { 0: "14:00-20:00", 6: "14:00-20:00" }, { ...works, "2026-12-01": "10:00-12:00" });
    expect(next(weekends, "2026-11-20T12:00:00+01:00")).toMatchObject({ label: "Mardi", nextWeek: true });
  });

  it("is null when nothing opens within thirteen days", () => {
    expect(next(week(""), "2026-11-20T12:00:00+01:00")).toBeNull();
    expect(next(week("", {}, { "2026-12-03": "10:00-12:00" }), "2026-11-20T12:00:00+01:00")).toMatchObject({
      nextWeek: true,
    });
    expect(next(week("", {}, { "2026-12-04": "10:00-12:00" }), "2026-11-20T12:00:00+01:00")).toBeNull();
  });

  it("comes after the end of the current opening", () => {
    expect(next(week("10:00-18:00 18:00-23:00"), "2026-11-20T12:00:00+01:00")).toMatchObject({
      label: "Samedi",
      open: "10:00",
    });
  });
});

describe("joined slots", () => {
  it("closes at the end of the last slot that meets or overlaps the current one", () => {
    expect(at(week("10:00-18:00 18:00-23:00"), "2026-11-20T12:00:00+01:00")).toMatchObject({ closesAt: "23:00" });
    expect(at(week("10:00-18:00 17:00-02:00"), "2026-11-20T17:30:00+01:00")).toMatchObject({
      closesAt: "02:00",
      minutesLeft: 510,
    });
  });

  it("is open through midnight when 00:00-23:59 is followed by a day that opens at 00:00", () => {
    const weekend = week("10:00-20:00", { 6: "00:00-23:59", 0: "00:00-03:00" });
    expect(at(weekend, "2026-11-21T23:59:30+01:00")).toMatchObject({ open: true, closesAt: "03:00", closeSoon: false });
    expect(at(weekend, "2026-11-21T12:00:00+01:00")).toMatchObject({ closesAt: "03:00", minutesLeft: 15 * 60 });
    expect(at(weekend, "2026-11-21T12:00:00+01:00").closesOn).toBeUndefined();
  });

  it("names the closing day when it is 24 hours away or more", () => {
    const weekend = week("10:00-20:00", { 6: "00:00-23:59", 0: "00:00-03:00" });
    expect(at(weekend, "2026-11-21T03:00:00+01:00").closesOn).toEqual({ dayOfWeek: 0, label: "Dimanche" });
  });

  it("closes at 23:59 when the next day opens later", () => {
    expect(at(week("00:00-23:59", { 6: "00:01-05:00" }), "2026-11-20T23:58:00+01:00")).toMatchObject({
      closesAt: "23:59",
      closeSoon: true,
    });
    expect(at(week("00:00-23:59", { 6: "00:01-05:00" }), "2026-11-20T23:59:00+01:00").open).toBe(false);
  });

  it("never closes and never reopens when open day and night", () => {
    const state = at(week("00:00-23:59"), "2026-11-20T23:59:59+01:00");
    expect(state).toMatchObject({ open: true, closeSoon: false, next: null });
    expect(state).not.toHaveProperty("closesAt");
    expect(state).not.toHaveProperty("minutesLeft");
  });
});

describe("exceptional days", () => {
  it("replace the slots that open on their date", () => {
    const eve = week("10:00-04:00", {}, { "2026-12-24": "10:00-18:00", "2026-12-25": "" });
    expect(at(eve, "2026-12-24T17:30:00+01:00")).toMatchObject({ closesAt: "18:00", closeSoon: true });
    expect(at(eve, "2026-12-24T19:00:00+01:00")).toMatchObject({
      open: false,
      next: { label: "Samedi", open: "10:00" },
    });
    expect(at(eve, "2026-12-25T12:00:00+01:00")).toMatchObject({
      open: false,
      actual: { hours: [], label: "Vendredi" },
    });
  });

  it("do not cut short the evening before, and may run past midnight themselves", () => {
    const newYear = week("10:00-04:00", {}, { "2026-12-31": "18:00-06:00", "2027-01-01": "" });
    expect(at(newYear, "2026-12-31T03:30:00+01:00")).toMatchObject({ open: true, closesAt: "04:00" });
    expect(at(newYear, "2027-01-01T05:30:00+01:00")).toMatchObject({ open: true, closesAt: "06:00", closeSoon: true });
    expect(at(newYear, "2027-01-01T23:00:00+01:00")).toMatchObject({
      open: false,
      next: { tomorrow: true, open: "10:00" },
    });
  });
});

describe("the nights the clocks change", () => {
  const night = week("22:00-04:00");

  it("last five real hours in spring and seven in autumn", () => {
    expect(at(night, "2026-03-28T22:00:00+01:00")).toMatchObject({ closesAt: "04:00", minutesLeft: 5 * 60 });
    expect(at(night, "2026-10-24T22:00:00+02:00")).toMatchObject({ closesAt: "04:00", minutesLeft: 7 * 60 });
  });

  it("close soon 60 real minutes before", () => {
    expect(at(week("22:00-03:30"), "2026-03-29T01:30:00+01:00")).toMatchObject({ closeSoon: true, minutesLeft: 60 });
    expect(at(week("22:00-03:00"), "2026-10-25T02:00:00+02:00")).toMatchObject({ closeSoon: false, minutesLeft: 120 });
    expect(at(week("22:00-03:00"), "2026-10-25T02:00:00+01:00")).toMatchObject({ closeSoon: true, minutesLeft: 60 });
  });

  it("use the end of the gap for a time in the skipped hour", () => {
    expect(at(week("22:00-02:30"), "2026-03-29T01:59:00+01:00")).toMatchObject({ minutesLeft: 1, closesAt: "03:00" });
    expect(at(week("02:30-05:00"), "2026-03-29T01:00:00+01:00").next).toMatchObject({ open: "03:00", today: true });
    expect(at(week("02:10-02:40"), "2026-03-29T01:59:00+01:00").next).toMatchObject({ open: "02:10", label: "Lundi" });
  });

  it("use the first occurrence of a time in the repeated hour", () => {
    expect(at(week("22:00-02:30"), "2026-10-25T02:29:00+02:00")).toMatchObject({ open: true, minutesLeft: 1 });
    expect(at(week("22:00-02:30"), "2026-10-25T02:15:00+01:00").open).toBe(false);
    expect(at(week("02:30-05:00"), "2026-10-25T02:15:00+01:00").open).toBe(true);
  });
});

describe("the list of days", () => {
  it("writes ranges 'open - close' separated by ' | ', or the word for closed", () => {
    expect(rangesText(slots("10:00-13:30 15:00-04:00"), "fr")).toBe("10h - 13h30 | 15h - 4h");
    expect(rangesText(slots("10:00-13:30 15:00-04:00"), "nl")).toBe("10:00 - 13:30 | 15:00 - 04:00");
    expect(rangesText([], "nl")).toBe("Gesloten");
    expect(rangesText(slots("10:00-10:00"), "en")).toBe("Closed");
  });

  it("calls a day from midnight to 23:59 a whole one", () => {
    expect(rangesText(slots("00:00-23:59"), "fr")).toBe("24\u00a0h sur 24");
    expect(rangesInWords(slots("00:00-23:59"), "en")).toBe("24\u00a0hours");
  });
});
