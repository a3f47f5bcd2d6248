import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockTime } from "../../platform/time-zones.ts";
import { dateTag, isToday, numericDate, recentTag, validUntil } from "./date-tags.ts";

const timeZone = "Europe/Paris";
const NOW = new Date("2026-11-20T18:00:00+01:00");

function tag(
  start: string,
  {
    end,
    broadcastEnd = "2027-06-01T00:00:00Z",
    ...options
  }: { end?: string; broadcastEnd?: string; locale?: "fr" | "en"; isCompact?: boolean; now?: Date } = {},
) {
  const dates = { startAt: new Date(start), endAt: end ? new Date(end) : null, broadcastEndAt: new Date(broadcastEnd) };
  return dateTag(dates, { now: NOW, locale: "fr", timeZone, isCompact: false, ...options });
}

const compact = { isCompact: true };
const english = { locale: "en" as const };

describe("date tag of an announcement", () => {
  it("is 'dddd DD MMMM YYYY', or 'ddd DD MMMM' when compact", () => {
    expect(tag("2026-11-21T19:00:00+01:00")).toBe("samedi 21 novembre 2026 dès 19h00");
    expect(tag("2026-11-21T19:00:00+01:00", compact)).toBe("sam. 21 novembre dès 19h00");
    expect(tag("2027-01-09T21:00:00+01:00", compact)).toBe("sam. 09 janvier dès 21h00");
  });

  it("says 'dès' when the broadcast ends after the start, otherwise 'à'", () => {
    const start = "2026-11-27T21:05:00+01:00";
    expect(tag(start, { ...compact, broadcastEnd: "2026-11-27T21:05:01+01:00" })).toBe("ven. 27 novembre dès 21h05");
    expect(tag(start, { ...compact, broadcastEnd: start })).toBe("ven. 27 novembre à 21h05");
    expect(tag(start, { ...compact, broadcastEnd: "2026-11-27T20:00:00+01:00" })).toBe("ven. 27 novembre à 21h05");
  });

  it("says Aujourd’hui on its day, on the venue's clock", () => {
    const tonight = "2026-11-20T20:30:00+01:00";
    expect(tag(tonight, { broadcastEnd: tonight })).toBe("Aujourd’hui à 20h30");
    expect(tag("2026-11-20T23:30:00Z", { now: new Date("2026-11-20T23:00:00Z") })).toBe("Aujourd’hui dès 00h30");
    expect(tag("2026-11-20T23:30:00Z", compact)).toBe("sam. 21 novembre dès 00h30");
  });

  it("is 'start au end' when the event ends on a later day", () => {
    const end = "2027-01-18T23:00:00+01:00";
    expect(tag("2027-01-15T10:00:00+01:00", { end, ...compact })).toBe("ven. 15 janvier au lun. 18 janvier");
    expect(tag("2027-01-15T10:00:00+01:00", { end })).toBe("vendredi 15 janvier 2027 au lundi 18 janvier 2027");
    expect(tag("2026-11-20T10:00:00+01:00", { end, ...compact })).toBe("Aujourd’hui au lun. 18 janvier");
    expect(tag("2026-11-18T10:00:00+01:00", { end: "2026-11-20T23:00:00+01:00", ...compact })).toBe(
      "mer. 18 novembre au ven. 20 novembre",
    );
  });

  it("shows a single day when the event ends the same day or before six the next morning", () => {
    const eve = "2026-12-31T19:30:00+01:00";
    expect(tag(eve, { ...compact, end: "2026-12-31T23:00:00+01:00" })).toBe("jeu. 31 décembre dès 19h30");
    expect(tag(eve, { ...compact, end: "2027-01-01T05:59:00+01:00" })).toBe("jeu. 31 décembre dès 19h30");
    expect(tag(eve, { ...compact, end: "2027-01-01T06:00:00+01:00" })).toBe("jeu. 31 décembre au ven. 01 janvier");
    expect(tag("2027-01-01T00:30:00+01:00", { ...compact, end: "2027-01-01T04:00:00+01:00" })).toBe(
      "ven. 01 janvier dès 00h30",
    );
    expect(tag("2027-01-15T10:00:00+01:00", { ...compact, end: "2027-01-19T00:00:00+01:00" })).toBe(
      "ven. 15 janvier au lun. 18 janvier",
    );
  });

  it("is written in English for British readers", () => {
    expect(tag("2027-01-09T19:30:00+01:00", english)).toBe("Saturday 9 January 2027 from 7.30\u00a0pm");
    expect(tag("2027-01-09T19:00:00+01:00", { ...english, ...compact })).toBe("Sat 9 January from 7\u00a0pm");
    expect(tag("2026-11-20T20:30:00+01:00", { ...english, broadcastEnd: NOW.toISOString() })).toBe(
      "Today at 8.30\u00a0pm",
    );
    expect(tag("2027-01-15T10:00:00+01:00", { ...english, ...compact, end: "2027-01-18T23:00:00+01:00" })).toBe(
      "Fri 15 January to Mon 18 January",
    );
  });

  it.each([
    ["00:00", "midnight"],
    ["00:05", "12.05\u00a0am"],
    ["09:00", "9\u00a0am"],
    ["12:00", "noon"],
    ["12:30", "12.30\u00a0pm"],
    ["23:59", "11.59\u00a0pm"],
  ])("writes %s as %s in English", (clock, text) => {
    expect(tag(`2027-01-09T${clock}:00+01:00`, { ...english, ...compact })).toBe(`Sat 9 January from ${text}`);
  });

  it("keeps its local hour across a change of clocks", () => {
    expect(tag("2026-10-24T20:00:00+02:00", compact)).toBe("sam. 24 octobre dès 20h00");
    expect(tag("2026-10-25T20:00:00+01:00", compact)).toBe("dim. 25 octobre dès 20h00");
  });

  it("has the shape of the full form at any instant", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2000-01-01"), max: new Date("2060-01-01"), noInvalidDate: true }),
        (start) => {
          const text = tag(start.toISOString(), { now: new Date("1999-01-01") });
          expect(text).toMatch(
            /^[a-z]+di \d\d [a-zûé]+ \d{4} (dès|à) \d\dh\d\d$|^dimanche \d\d [a-zûé]+ \d{4} (dès|à) \d\dh\d\d$/,
          );
        },
      ),
    );
  });
});

describe("date and time of a jackpot", () => {
  const won = new Date("2026-11-19T23:12:00Z");

  it("is DD/MM/YYYY and HH:mm on the venue's clock", () => {
    expect(numericDate(won, timeZone)).toBe("20/11/2026");
    expect(clockTime(won, timeZone)).toBe("00:12");
  });

  it.each([
    ["2026-11-20T01:12:00+01:00", "Aujourd’hui à 1h12", "Today at 1.12\u00a0am"],
    ["2026-11-19T23:46:00+01:00", "Hier à 23h46", "Yesterday at 11.46\u00a0pm"],
    ["2026-11-18T22:20:00+01:00", "18\u00a0novembre à 22h20", "18\u00a0November at 10.20\u00a0pm"],
  ])("of %s reads %s", (instant, french, british) => {
    expect(recentTag(new Date(instant), { now: NOW, locale: "fr", timeZone })).toBe(french);
    expect(recentTag(new Date(instant), { now: NOW, locale: "en", timeZone })).toBe(british);
  });
});

describe("how long a date text stays valid", () => {
  it("is until the venue's next midnight", () => {
    expect(validUntil(NOW, [], timeZone).toISOString()).toBe("2026-11-20T23:00:00.000Z");
    expect(validUntil(new Date("2026-03-29T00:30:00Z"), [], timeZone).toISOString()).toBe("2026-03-29T22:00:00.000Z");
  });

  it("is until a broadcast window starts or ends, if that comes first", () => {
    const changeTimes = [
      "2026-11-20T21:00:00Z",
      "2026-11-20T20:00:00Z",
      "2026-11-20T10:00:00Z",
      "2026-11-21T10:00:00Z",
    ].map((time) => new Date(time));
    expect(validUntil(NOW, changeTimes, timeZone)).toEqual(new Date("2026-11-20T20:00:00Z"));
    expect(validUntil(new Date("2026-11-20T20:00:00Z"), changeTimes, timeZone)).toEqual(
      new Date("2026-11-20T21:00:00Z"),
    );
  });

  it("is always in the future, and 'today' stays the same day until then", () => {
    const instant = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(instant, fc.array(instant), (now, changeTimes) => {
        const until = validUntil(now, changeTimes, timeZone);
        expect(+until).toBeGreaterThan(+now);
        expect(isToday(new Date(+until - 1), now, timeZone)).toBe(true);
        expect(changeTimes.some((time) => time > now && time < until)).toBe(false);
      }),
    );
  });
});
