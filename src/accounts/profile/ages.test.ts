import { describe, expect, it } from "vitest";
import { ageAt } from "./ages.ts";

describe("an age", () => {
  it.each([
    ["Europe/Paris", "2026-03-13T22:59:59Z", 17],
    ["Europe/Paris", "2026-03-13T23:00:00Z", 18],
    ["Europe/Paris", "2026-03-14T22:59:59Z", 18],
    ["Indian/Reunion", "2026-03-13T20:00:00Z", 18],
    ["America/Guadeloupe", "2026-03-14T03:59:59Z", 17],
    ["America/Guadeloupe", "2026-03-14T04:00:00Z", 18],
  ])("rises at midnight in %s: %s is %i", (zone, instant, age) => {
    expect(ageAt(new Date(instant), zone, "2008-03-14")).toBe(age);
  });

  it("rises an hour earlier in UTC once the clocks of summer have begun", () => {
    expect(ageAt(new Date("2026-07-13T21:59:59Z"), "Europe/Paris", "2008-07-14")).toBe(17);
    expect(ageAt(new Date("2026-07-13T22:00:00Z"), "Europe/Paris", "2008-07-14")).toBe(18);
  });

  it.each([
    ["2026-02-28T22:59:59Z", 17],
    ["2026-02-28T23:00:00Z", 18],
    ["2028-02-28T22:59:59Z", 19],
    ["2028-02-28T23:00:00Z", 20],
  ])("of somebody born on 29 February rises on 1 March in a year without that day: %s is %i", (instant, age) => {
    expect(ageAt(new Date(instant), "Europe/Paris", "2008-02-29")).toBe(age);
  });

  it("is below zero before the birth", () => {
    expect(ageAt(new Date("2026-03-14T12:00:00Z"), "Europe/Paris", "2026-03-15")).toBe(-1);
  });
});
