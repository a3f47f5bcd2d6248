import { expect, it } from "vitest";
import { policyOf } from "../venues/law/country-policy.ts";
import { inLocale } from "../venues/language/locale.server.ts";
import type { Venue } from "../venues/venue.ts";
import { eventProperties, isFree, priceWords, structuredProperties, type Row } from "./event-properties.server.ts";

const venue = { policy: policyOf("FR") } as Venue;
const row = (properties: Partial<Row>) =>
  ({ price_min_minor: null, price_max_minor: null, doors_time: null, seats_left: null, ...properties }) as Row;
const reading = { venue, locale: "fr", now: new Date("2026-11-21T18:00:00Z") } as const;

it.each([
  [0n, null, true, "Entrée libre"],
  [0n, 0n, true, "Entrée libre"],
  [0n, 2_000n, false, "dès 0,00\u00a0€"],
  [2_000n, null, false, "20,00\u00a0€"],
  [null, null, false, null],
])("takes prices from %s to %s for free: %s", (min, max, free, words) => {
  const event = row({ price_min_minor: min, price_max_minor: max });
  expect(isFree(event)).toBe(free);
  expect(inLocale("fr", () => priceWords(event, reading))).toBe(words);
  expect(structuredProperties(event, venue).event.isAccessibleForFree).toBe(min === null ? undefined : free);
});

it.each([
  ["2026-11-21T20:00:00Z", 24, "encore 24 sur 210"],
  ["2026-11-21T20:00:00Z", 0, "210"],
  ["2026-11-21T22:00:00Z", 24, "210"],
])("shows free seats until the event is over: at %s with %s free, %s", (now, seats_left, words) => {
  const event = row({
    price_min_minor: null,
    doors_time: null,
    duration_minutes: null,
    age_min: null,
    start_at: new Date("2026-11-21T19:30:00Z"),
    end_at: new Date("2026-11-21T21:20:00Z"),
    broadcast_end_at: new Date("2026-12-31T23:00:00Z"),
    seats_left,
    seats_total: 210,
  });
  const properties = inLocale("fr", () => eventProperties(event, { ...reading, now: new Date(now) }));
  expect(properties.map(({ value }) => value)).toEqual([words]);
});

it("opens the doors before the start, for a start after midnight on the evening before", () => {
  const doorTime = (start: string, doors_time: string) =>
    structuredProperties(row({ start_at: new Date(start), doors_time }), venue).event.doorTime;
  expect(doorTime("2026-11-21T20:30:00+01:00", "19:30")).toBe("2026-11-21T19:30:00+01:00");
  expect(doorTime("2026-11-22T00:30:00+01:00", "23:45")).toBe("2026-11-21T23:45:00+01:00");
  expect(doorTime("2026-11-22T00:30:00+01:00", "00:15")).toBe("2026-11-22T00:15:00+01:00");
});
