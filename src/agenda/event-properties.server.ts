import type { Selectable } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { m } from "../messages/messages.js";
import { decimalOfMinor } from "../platform/decimal.ts";
import { addDays, instantOfWallTime, isoWithOffset, twoDigits, wallTime } from "../platform/time-zones.ts";
import type { Locale } from "../venues/contract.ts";
import { hourText, minutesOf } from "../venues/language/dates.ts";
import { formatNumber, money } from "../venues/language/numbers.ts";
import type { Venue } from "../venues/venue.ts";
import type { Property } from "../venues/pages/property-list.tsx";
import { isOver } from "./event-day.ts";
import type { Availability } from "./views.ts";

/** An announcement or show as it is stored. */
export type Row = Selectable<Tables["announcements"]>;
/** When, where and in which language something is read. */
export type Reading = { now: Date; venue: Venue; locale: Locale };

/** What is known of an event before it is booked, as the import and the API write it: prices in currency units. */
export function storedProperties(row: Row) {
  return {
    doors_time: row.doors_time,
    duration_minutes: row.duration_minutes,
    price_min: unitsOf(row.price_min_minor),
    price_max: unitsOf(row.price_max_minor),
    age_min: row.age_min,
    seats_total: row.seats_total,
    seats_left: row.seats_left,
    performer: row.performer,
  };
}

function unitsOf(minor: bigint | null): number | null {
  return minor === null ? null : Number(minor) / 100;
}

/** Few seats are left where at most one in this many is free. */
const FEW_OF = 10;

/** "sold-out" without a free seat, "few" with at most a tenth of the seats free; null with more, or where the number is not known. */
export function availabilityOf({ seats_left: left, seats_total: total }: Row): Availability {
  if (left === null) return null;
  if (left === 0) return "sold-out";
  return total !== null && left * FEW_OF <= total ? "few" : null;
}

/** True where an event costs nothing. One that is free for some guests alone has a higher price beside 0. */
export function isFree({ price_min_minor: min, price_max_minor: max }: Row): boolean {
  return min === 0n && (max === null || max === 0n);
}

/** '90,00 €', 'dès 90,00 €' where prices differ, 'Entrée libre'; null where the price is not known. */
export function priceWords(row: Row, { venue, locale }: Reading): string | null {
  const { price_min_minor: min, price_max_minor: max } = row;
  if (min === null) return null;
  if (isFree(row)) return m.agenda_free();
  if (max === null || max === min) return money(min, venue.policy.currency, locale);
  return m.agenda_price_from({ price: money(min, venue.policy.currency, locale) });
}

/** What is known of an event, in words with their labels, in the order in which a visitor meets them. */
export function eventProperties(row: Row, reading: Reading): Property[] {
  const { locale } = reading;
  const properties: [term: string, value: string | null][] = [
    [m.agenda_fact_doors(), row.doors_time === null ? null : hourText(row.doors_time, locale)],
    [m.agenda_fact_duration(), row.duration_minutes === null ? null : durationWords(row.duration_minutes)],
    [m.agenda_fact_price(), priceRange(row, reading)],
    [m.agenda_fact_age(), row.age_min === null ? null : m.agenda_from_age({ age: row.age_min })],
    [m.agenda_fact_seats(), seatsWords(row, reading)],
  ];
  return properties.flatMap(([term, value]) => (value !== null ? [{ term, value }] : []));
}

function priceRange(row: Row, reading: Reading): string | null {
  const { price_min_minor: min, price_max_minor: max } = row;
  if (min === null || max === null || max === min) return priceWords(row, reading);
  const { venue, locale } = reading;
  const { currency } = venue.policy;
  // French names the currency once, after both amounts; in English it precedes each.
  const from = locale === "fr" ? formatNumber(Number(min) / 100, locale, 2) : money(min, currency, locale);
  return m.agenda_price_range({ from, to: money(max, currency, locale) });
}

function durationWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return m.agenda_minutes({ minutes });
  return rest === 0
    ? m.agenda_hours({ hours })
    : m.agenda_hours_minutes({ hours, minutes: rest, padded: twoDigits(rest) });
}

function seatsWords(row: Row, { now, venue }: Reading): string | null {
  const total = row.seats_total;
  const left = isOver(row, now, venue.policy.timeZone) ? null : row.seats_left;
  // The booking part already says that an event is sold out.
  if (left === null || left === 0) return total === null ? null : String(total);
  return total === null ? m.agenda_seats_left({ left }) : m.agenda_seats_left_of({ left, total });
}

const SCHEMA = "https://schema.org/";
const AVAILABILITIES = { "sold-out": "SoldOut", few: "LimitedAvailability" } as const;

/** The same properties in schema.org's words, for an object of type Event; `offer` is that of its tickets without their address. */
export function structuredProperties(row: Row, { policy }: Venue) {
  const { price_min_minor: min, price_max_minor: max, doors_time: doors } = row;
  const availability = availabilityOf(row);
  const low = min === null ? undefined : decimalOfMinor(min);
  return {
    event: {
      doorTime:
        doors === null ? undefined : isoWithOffset(doorsAt(row.start_at, doors, policy.timeZone), policy.timeZone),
      duration: row.duration_minutes === null ? undefined : `PT${row.duration_minutes}M`,
      performer: row.performer === null ? undefined : { "@type": "PerformingGroup", name: row.performer },
      typicalAgeRange: row.age_min === null ? undefined : `${row.age_min}-`,
      isAccessibleForFree: min === null ? undefined : isFree(row),
      maximumAttendeeCapacity: row.seats_total ?? undefined,
      remainingAttendeeCapacity: row.seats_left ?? undefined,
    },
    offer: {
      ...(max === null
        ? { "@type": "Offer", price: low }
        : { "@type": "AggregateOffer", lowPrice: low, highPrice: decimalOfMinor(max) }),
      priceCurrency: low === undefined ? undefined : policy.currency,
      availability: `${SCHEMA}${availability === null ? "InStock" : AVAILABILITIES[availability]}`,
    },
  };
}

/** The last time before the start at which the clock shows this; for a start after midnight that may be the evening before. */
function doorsAt(start: Date, time: string, zone: string): Date {
  const { date } = wallTime(start, zone);
  const sameDay = instantOfWallTime(date, minutesOf(time), zone);
  return sameDay <= start ? sameDay : instantOfWallTime(addDays(date, -1), minutesOf(time), zone);
}
