import { DAY_MS, HOUR_MS } from "../platform/durations.ts";
import { m } from "../messages/messages.js";
import { plainText } from "../content/sanitise.server.ts";
import { clockChanges, twoDigits, wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { venueOrigin } from "../venues/addresses/origins.server.ts";
import { namingOf } from "../venues/language/naming.ts";
import { establishment, type Establishment } from "../venues/records.server.ts";
import { venueTitle } from "../venues/language/titles.ts";
import type { Venue } from "../venues/venue.ts";
import { addressOf } from "./agenda.server.ts";
import { endOf, eventDayDate } from "./event-day.ts";
import type { Row } from "./event-properties.server.ts";
import { broadcastAnnouncement, broadcastAnnouncements } from "./queries.server.ts";

/** A line has at most 75 octets, its break not counted; a longer one goes on in the next, which begins with a space. */
const LINE_OCTETS = 75;
const YEAR_DAYS = 365;
const ZONE_DAYS = 5 * YEAR_DAYS;
/** The unchanging part of an event's identity beside its id and its venue. */
const IDENTITY_DOMAIN = "agenda.baize";

/** One event as a calendar file (RFC 5545); null where it is not broadcast at this venue. */
export async function eventCalendar(world: World, venue: Venue, locale: Locale, id: number): Promise<string | null> {
  const row = await broadcastAnnouncement(world.database.db, venue.id, id, world.now());
  return row === undefined ? null : calendar(world, venue, locale, [row]);
}

/** All that the venue announces as a calendar to subscribe to. */
export async function agendaCalendar(world: World, venue: Venue, locale: Locale): Promise<string> {
  return calendar(world, venue, locale, await broadcastAnnouncements(world.database.db, venue.id, world.now()));
}

async function calendar(world: World, venue: Venue, locale: Locale, rows: readonly Row[]): Promise<string> {
  const place = await establishment(world.database.db, venue.id);
  const name = m.agenda_calendar_name({ venue: venueTitle(namingOf(place)) }, { locale });
  const events = rows.flatMap((row) => eventLines(row, { world, venue, locale, place }));
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Baize//Agenda//EN",
    "CALSCALE:GREGORIAN",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    ...zoneLines(rows, venue.policy.timeZone, world.now()),
    ...events,
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

type Context = { world: World; venue: Venue; locale: Locale; place: Establishment };

function eventLines(row: Row, { world, venue, locale, place }: Context): string[] {
  const zone = venue.policy.timeZone;
  const url = `${venueOrigin(world, venue)}${addressOf(row)}`;
  const end = endOf(row);
  const isOneEventDay = eventDayDate(end, zone) === eventDayDate(row.start_at, zone);
  return [
    "BEGIN:VEVENT",
    `UID:${row.id}@${venue.slug}.${IDENTITY_DOMAIN}`,
    `DTSTAMP:${compact(world.now().toISOString())}Z`,
    `DTSTART${timeValue(row.start_at, zone)}`,
    `DTEND${timeValue(end, zone)}`,
    `SUMMARY:${escaped(row.title[locale])}`,
    `DESCRIPTION:${escaped(`${plainText(row.text[locale]).trim()}\n\n${url}`)}`,
    `LOCATION:${escaped(locationOf(place))}`,
    `URL:${url}`,
    "STATUS:CONFIRMED",
    // What runs for days leaves the visitor's days free.
    `TRANSP:${isOneEventDay ? "OPAQUE" : "TRANSPARENT"}`,
    "END:VEVENT",
  ];
}

function locationOf(place: Establishment): string {
  return `${venueTitle(namingOf(place))}, ${place.street_address}, ${place.postal_code} ${place.locality}`;
}

/**
 * The zone with every change of its clock from the year before the first event to the year after the last one, of ten years around now
 * at most, because an event may end in a far century. Calendars that know the zone by its name go on from there.
 */
function zoneLines(rows: readonly Row[], zone: string, now: Date): string[] {
  if (rows.length === 0) return [];
  const first = Math.max(Math.min(...rows.map((row) => +row.start_at)), +now - ZONE_DAYS * DAY_MS);
  const last = Math.min(Math.max(...rows.map((row) => +endOf(row))), +now + ZONE_DAYS * DAY_MS);
  const since = new Date(first - YEAR_DAYS * DAY_MS);
  const changes = clockChanges(since, Math.ceil((last - +since) / DAY_MS) + YEAR_DAYS, zone);
  const observances = changes.slice(1).flatMap(([from, offset], at) => {
    const [, before] = changes[at] ?? [0, offset];
    const kind = offset > before ? "DAYLIGHT" : "STANDARD";
    return [
      `BEGIN:${kind}`,
      // The clock as it would show this instant without the change.
      `DTSTART:${compact(new Date(from + before).toISOString())}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(offset)}`,
      `END:${kind}`,
    ];
  });
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...observances, "END:VTIMEZONE"];
}

/**
 * An instant on the venue's clock, but in UTC in the hour that the clock repeats once a year: there RFC 5545 takes a local time to be its
 * first occurrence, and not every calendar does.
 */
function timeValue(instant: Date, zone: string): string {
  const { date, minutes } = wallTime(instant, zone);
  const isTwice = [-HOUR_MS, HOUR_MS].some((away) => wallTime(+instant + away, zone).minutes === minutes);
  if (isTwice) return `:${compact(instant.toISOString())}Z`;
  return `;TZID=${zone}:${date.replaceAll("-", "")}T${twoDigits(Math.floor(minutes / 60))}${twoDigits(minutes % 60)}00`;
}

/** '20261121T193000' of an ISO text. */
function compact(iso: string): string {
  return iso.slice(0, 19).replaceAll(/[-:]/g, "");
}

/** '+0100' of milliseconds. */
function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}${twoDigits(minutes % 60)}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`);
}

function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = "";
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n ");
}
