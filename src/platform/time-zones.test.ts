import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RELATIVE_INSTANT } from "./schema.ts";
import {
  addDays,
  instantOfWallTime,
  isoWithOffset,
  resolveInstant,
  startOfLocalDay,
  clockChanges,
  setClockChanges,
  wallTime,
  zoneOfCountry,
} from "./time-zones.ts";

const PARIS = "Europe/Paris";
const MINUTE = 60_000;

const anInstant = fc
  .integer({ min: Date.UTC(2000, 0, 1) / MINUTE, max: Date.UTC(2060, 0, 1) / MINUTE })
  .map((m) => m * MINUTE);
const aZone = fc.constantFrom(PARIS, "Europe/Zurich", "Europe/Brussels", "America/St_Johns", "Pacific/Auckland", "UTC");

const iso = (date: string, time: string, zone = PARIS) => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return instantOfWallTime(date, hours * 60 + minutes, zone).toISOString();
};

describe("the venue's time zone", () => {
  it("is Paris, Zurich or Brussels by country", () => {
    expect([zoneOfCountry("FR"), zoneOfCountry("CH"), zoneOfCountry("BE")]).toEqual([
      "Europe/Paris",
      "Europe/Zurich",
      "Europe/Brussels",
    ]);
  });
});

describe("the wall time", () => {
  it("shows the local day, its weekday and its minutes", () => {
    const lateInWinter = wallTime(new Date("2026-11-20T23:30:59.999Z"), PARIS);
    expect(lateInWinter).toEqual({ date: "2026-11-21", dayOfWeek: 6, minutes: 30 });
    expect(wallTime(Date.parse("2026-07-14T22:00:00Z"), PARIS)).toEqual({
      date: "2026-07-15",
      dayOfWeek: 3,
      minutes: 0,
    });
  });

  it("agrees with Intl at any instant in any zone", () => {
    fc.assert(
      fc.property(anInstant, aZone, (instant, zone) => {
        const shown = new Intl.DateTimeFormat("sv-SE", {
          timeZone: zone,
          dateStyle: "short",
          timeStyle: "short",
        }).format(instant);
        const { date, minutes } = wallTime(instant, zone);
        const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
        expect(`${date} ${clock.join(":")}`).toBe(shown);
      }),
    );
  });
});

describe("the instant of a wall time", () => {
  it("follows summer and winter time", () => {
    expect(iso("2026-01-15", "20:30")).toBe("2026-01-15T19:30:00.000Z");
    expect(iso("2026-07-15", "20:30")).toBe("2026-07-15T18:30:00.000Z");
  });

  it("is the end of the gap for an hour that is skipped in spring", () => {
    expect(iso("2026-03-29", "01:59")).toBe("2026-03-29T00:59:00.000Z");
    for (const time of ["02:00", "02:30", "02:59", "03:00"])
      expect(iso("2026-03-29", time)).toBe("2026-03-29T01:00:00.000Z");
    expect(iso("2026-03-29", "03:01")).toBe("2026-03-29T01:01:00.000Z");
  });

  it("is the first of the two for an hour that is repeated in autumn", () => {
    expect(iso("2026-10-25", "02:00")).toBe("2026-10-25T00:00:00.000Z");
    expect(iso("2026-10-25", "02:59")).toBe("2026-10-25T00:59:00.000Z");
    expect(iso("2026-10-25", "03:00")).toBe("2026-10-25T02:00:00.000Z");
  });

  it("is the first instant at which the clock shows that time or a later one", () => {
    fc.assert(
      fc.property(anInstant, aZone, fc.integer({ min: 0, max: 1439 }), (around, zone, minutes) => {
        const { date } = wallTime(around, zone);
        const instant = +instantOfWallTime(date, minutes, zone);
        const at = wallTime(instant, zone);
        const before = wallTime(instant - MINUTE, zone);
        expect(`${at.date} ${1e4 + at.minutes}` >= `${date} ${1e4 + minutes}`).toBe(true);
        expect(`${before.date} ${1e4 + before.minutes}` < `${date} ${1e4 + minutes}`).toBe(true);
      }),
    );
  });

  it("converts back to the same wall time, except for the repeated hour", () => {
    fc.assert(
      fc.property(anInstant, aZone, (instant, zone) => {
        const { date, minutes } = wallTime(instant, zone);
        const back = instantOfWallTime(date, minutes, zone);
        expect([0, 60 * MINUTE]).toContain(instant - +back);
        expect(wallTime(back, zone)).toEqual(wallTime(instant, zone));
      }),
    );
  });
});

describe("the clock changes that a page is given", () => {
  it("have both changes of a year to the second", () => {
    const hour = 3_600_000;
    expect(clockChanges(new Date("2026-11-01T00:00:00Z"), 400, PARIS)).toEqual([
      [Date.parse("2026-11-01T00:00:00Z"), hour],
      [Date.parse("2027-03-28T01:00:00Z"), 2 * hour],
      [Date.parse("2027-10-31T01:00:00Z"), hour],
    ]);
  });

  it("give the same wall times as the zone's own data around each change", () => {
    const since = new Date("2026-11-01T00:00:00Z");
    const changes = clockChanges(since, 400, PARIS);
    setClockChanges("page", changes);
    for (const [at] of changes.slice(1)) {
      for (let hour = -30; hour <= 30; hour += 0.5) {
        const instant = at + hour * 3_600_000;
        expect(wallTime(instant, "page")).toEqual(wallTime(instant, PARIS));
      }
    }
  });
});

describe("local days", () => {
  it("start at the venue's midnight", () => {
    expect(startOfLocalDay("2026-03-30", PARIS).toISOString()).toBe("2026-03-29T22:00:00.000Z");
    expect(startOfLocalDay("2026-10-26", PARIS).toISOString()).toBe("2026-10-25T23:00:00.000Z");
  });

  it("start after the gap where clocks jump over midnight", () => {
    expect(startOfLocalDay("2018-11-04", "America/Sao_Paulo").toISOString()).toBe("2018-11-04T03:00:00.000Z");
  });

  it("are counted across months, years and leap days", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
    expect(addDays("2026-10-25", 0)).toBe("2026-10-25");
  });

  it("are the same counted in two steps or in one", () => {
    const count = fc.integer({ min: -9999, max: 9999 });
    fc.assert(
      fc.property(anInstant, count, count, (instant, a, b) => {
        const { date } = wallTime(instant, "UTC");
        expect(addDays(addDays(date, a), b)).toBe(addDays(date, a + b));
      }),
    );
  });
});

describe("an ISO text with offset", () => {
  it("has the offset of the venue's zone", () => {
    expect(isoWithOffset(new Date("2026-11-21T19:30:00Z"), PARIS)).toBe("2026-11-21T20:30:00+01:00");
    expect(isoWithOffset(new Date("2026-07-14T19:30:15Z"), PARIS)).toBe("2026-07-14T21:30:15+02:00");
    expect(isoWithOffset(new Date("2026-11-21T19:30:00Z"), "America/St_Johns")).toBe("2026-11-21T16:00:00-03:30");
    expect(isoWithOffset(new Date("2026-11-21T19:30:00Z"), "UTC")).toBe("2026-11-21T19:30:00+00:00");
  });

  it("denotes the same instant", () => {
    fc.assert(
      fc.property(anInstant, aZone, (instant, zone) => {
        expect(Date.parse(isoWithOffset(new Date(instant), zone))).toBe(instant);
      }),
    );
  });
});

describe("an instant in an import", () => {
  const now = new Date("2026-11-20T23:30:00Z");

  it.each([
    ["today 20:30", "2026-11-21T19:30:00.000Z"],
    ["today+3 20:30", "2026-11-24T19:30:00.000Z"],
    ["today-21 00:00", "2026-10-30T23:00:00.000Z"],
    ["today+240 21:00", "2027-07-19T19:00:00.000Z"],
    ["2026-12-31T20:30:00+01:00", "2026-12-31T19:30:00.000Z"],
    ["2026-12-31T20:30Z", "2026-12-31T20:30:00.000Z"],
  ])("reads %s relative to the venue's local day", (value, expected) => {
    expect(resolveInstant(value, now, PARIS)?.toISOString()).toBe(expected);
  });

  it.each([
    "",
    "today",
    "today+3",
    "today+3 24:00",
    "today +3 20:30",
    "tomorrow 20:30",
    "2026-12-31T20:30:00",
    "2026-12-31",
    "2026-13-01T00:00Z",
  ])("refuses %j", (value) => expect(resolveInstant(value, now, PARIS)).toBeUndefined());

  it("reads exactly those relative instants that the import's schema accepts", () => {
    const pieces = [
      ["today", "Today", ""],
      ["", "+3", "-9999", "+10000", "3", "+"],
      [" ", "T", ""],
      ["20:30", "23:59", "24:00", "9:00", "20:60", ""],
    ];
    const value = fc.tuple(...pieces.map((choices) => fc.constantFrom(...choices))).map((parts) => parts.join(""));
    fc.assert(
      fc.property(value, (text) => {
        expect(resolveInstant(text, now, PARIS) !== undefined).toBe(RELATIVE_INSTANT.test(text));
      }),
    );
  });
});
