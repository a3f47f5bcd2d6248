import { expect, it } from "vitest";
import { toldAt } from "../../src/venues/hours/cached-openings.ts";
import { nextOpening, openingsOf } from "../../src/venues/hours/openings.ts";
import { policyOf } from "../../src/venues/law/country-policy.ts";
import type { Venue } from "../../src/venues/venue.ts";

const venue = { policy: policyOf("FR") } as Venue;
const kitchen = [
  { open: "12:00", close: "14:30" },
  { open: "19:00", close: "01:00" },
];
/** Closed on Sundays. */
const hours = {
  days: Array.from({ length: 7 }, (_, dayOfWeek) => ({
    label: "jour",
    dayOfWeek,
    schedules: dayOfWeek === 0 ? [] : kitchen,
  })),
};
/** A page that was made on Saturday 21 November 2026, in winter time. */
const at = (time: string, day = 21) => Date.parse(`2026-11-${day}T${time}:00+01:00`);
const made = (time: string, day = 21) => openingsOf(hours, venue, "fr", new Date(at(time, day)));
const says = (openings: string, now: number) => {
  const { state, words } = toldAt(openings, now) ?? {};
  return [state, words];
};

it("says until when a place is open, and when it opens next, through the day and the night", () => {
  const page = made("00:00");
  expect(says(page, at("00:30"))).toEqual(["soon", "Ouvert jusqu’à 1h"]);
  expect(says(page, at("09:00"))).toEqual(["closed", "Fermé, ouvre à 12h"]);
  expect(says(page, at("13:00"))).toEqual(["open", "Ouvert jusqu’à 14h30"]);
  expect(says(page, at("15:00"))).toEqual(["closed", "Fermé, ouvre à 19h"]);
});

it("names the day of the next opening, also on a page made in the night before", () => {
  expect(says(made("12:00"), at("02:00", 22))).toEqual(["closed", "Fermé, ouvre lundi à 12h"]);
  expect(says(made("00:30", 22), at("01:00", 22))).toEqual(["closed", "Fermé, ouvre lundi à 12h"]);
});

/** Open on Mondays alone, until 3 in the night; on Monday 23 November it stays closed. */
const mondays = {
  days: Array.from({ length: 7 }, (_, dayOfWeek) => ({
    label: "jour",
    dayOfWeek,
    schedules: dayOfWeek === 1 ? [{ open: "18:00", close: "03:00" }] : [],
  })),
  exceptions: [{ date: "2026-11-23", schedules: [] }],
};

it("names the date of an opening that is a week away or more", () => {
  const page = openingsOf(mondays, venue, "fr", new Date(at("12:00", 22)));
  expect(says(page, at("12:00", 22))).toEqual(["closed", "Fermé, ouvre lundi\u00a030\u00a0novembre à 18h"]);
  expect(nextOpening(mondays, venue, "fr", new Date(at("12:00", 24)))?.day).toBe("lundi");
});

it("books a closed day for the next opening, not for the one that still runs from the evening before", () => {
  const night = nextOpening({ days: mondays.days }, venue, "fr", new Date(at("00:30", 24)));
  expect(night?.start.toISOString()).toBe("2026-11-30T17:00:00.000Z");
});

it("says nothing once all openings that the page knows are over", () => {
  expect(toldAt(made("12:00"), at("12:00", 30))).toBeNull();
  expect(toldAt("", at("12:00"))).toBeNull();
});
