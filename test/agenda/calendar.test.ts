import ICAL from "ical.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { demoVenue, importWithStandIns, type TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;
const hard = {
  id: 931,
  is_show: false,
  title: { fr: "Bal ; chœurs, « fanfare » \\ feu", en: "Ball" },
  text: { fr: `<p>${"Trente émois à l’œuvre, ".repeat(20)}</p>`, en: "<p>Words.</p>" },
  picture: "show-stage-curtain",
  start_at: "2026-10-24T22:00:00+02:00",
  end_at: "2026-10-25T04:00:00+01:00",
  broadcast_start_at: "today-90 00:00",
  broadcast_end_at: "today+90 00:00",
};

beforeAll(async () => {
  ICAL.design.strict = true;
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  await importWithStandIns(app.importWorld, { ...(await demoVenue("aubenac")), announcements: [hard] });
  await app.services.table.reload();
}, 60_000);
afterEach(() => clock.set(SATURDAY_EVENING));
afterAll(() => app.close());

async function calendarAt(slug: string, path: string) {
  const answer = await app.get(slug, path);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  const text = await answer.text();
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  const events = calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
  return { answer, text, calendar, events };
}

describe("the calendar file of an event", () => {
  it("says when, in the venue's zone, where and at which address", async () => {
    const { answer, calendar, events } = await calendarAt("port-serac", "/agenda/5101.ics");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="port-serac-5101.ics"');
    const [event] = events;
    expect(events).toHaveLength(1);
    expect(event?.summary).toBe("Cabaret NU, la nouvelle revue");
    expect(event?.startDate.zone.tzid).toBe("Europe/Paris");
    expect(event?.startDate.toJSDate().toISOString()).toBe("2026-11-21T19:30:00.000Z");
    expect(event?.endDate.toJSDate().toISOString()).toBe("2026-11-21T21:20:00.000Z");
    expect(event?.location).toBe("Casino de Port-Sérac, 12, quai des Cygnes, 74990 Port-Sérac");
    expect(event?.component.getFirstPropertyValue("url")).toBe(
      "http://port-serac.localhost:3000/spectacles/5101/cabaret-nu-la-nouvelle-revue",
    );
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  });

  it("keeps its identity from day to day", async () => {
    const identity = async () => (await calendarAt("port-serac", "/agenda/5102.ics")).events[0]?.uid;
    const before = await identity();
    clock.set("2026-11-22T12:00:00+01:00");
    expect(await identity()).toBe(before);
  });

  it("is in the visitor's language", async () => {
    const { events } = await calendarAt("port-serac", "/agenda/5101.ics?locale=en");
    expect(events[0]?.summary).toBe("Cabaret NU, the new revue");
  });

  it("does not exist for an event that is not broadcast here, and on the group's own host", async () => {
    for (const path of [
      "/agenda/6101.ics",
      "/agenda/0.ics",
      "/agenda/x.ics",
      "/agenda/5101x.ics",
      "/agenda/99999999999.ics",
    ])
      expect([path, (await app.get("port-serac", path)).status]).toEqual([path, 404]);
    for (const path of ["/agenda.ics", "/agenda/5101.ics"])
      expect([path, (await app.send("localhost:3000", path)).status]).toEqual([path, 404]);
  });
});

describe("the calendar of a venue", () => {
  it("holds all that is broadcast, each once", async () => {
    const { calendar, events } = await calendarAt("port-serac", "/agenda.ics");
    expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Agenda du Casino de Port-Sérac");
    expect(events.map(({ summary }) => summary)).toContain("La semaine des bains du soir");
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
    const running = events.find(({ summary }) => summary === "La semaine des bains du soir");
    expect(running?.component.getFirstPropertyValue("transp")).toBe("TRANSPARENT");
  });

  it("escapes its texts, folds lines at 75 octets, and knows the night on which the clocks change", async () => {
    const { text, events } = await calendarAt("aubenac", "/agenda.ics");
    const [ball] = events;
    expect(ball?.summary).toBe("Bal ; chœurs, « fanfare » \\ feu");
    expect(ball?.description).toContain("Trente émois à l’œuvre, Trente émois");
    expect(ball?.startDate.toJSDate().toISOString()).toBe("2026-10-24T20:00:00.000Z");
    expect(ball?.endDate.toJSDate().toISOString()).toBe("2026-10-25T03:00:00.000Z");
    const lines = text.split("\r\n");
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it("tells the second of two equal hours from the first in the night on which the clocks go back", async () => {
    const { end_at: _end, ...rest } = hard;
    const sitting = { ...rest, id: 933, start_at: "2026-10-25T02:30:00+02:00", duration_minutes: 60 };
    const early = { ...rest, id: 934, start_at: "2026-10-25T02:15:00+01:00", duration_minutes: 15 };
    await importWithStandIns(app.importWorld, { ...(await demoVenue("aubenac")), announcements: [sitting, early] });
    await app.services.table.reload();
    const { events } = await calendarAt("aubenac", "/agenda.ics");
    expect(events.map(({ startDate, endDate }) => [startDate, endDate].map((time) => time.toJSDate()))).toEqual([
      [new Date("2026-10-25T00:30:00Z"), new Date("2026-10-25T01:30:00Z")],
      [new Date("2026-10-25T01:15:00Z"), new Date("2026-10-25T01:30:00Z")],
    ]);
  });

  it("lists the clock changes of ten years at most, however long an event lasts", async () => {
    const permanent = { ...hard, id: 932, start_at: "1900-01-01T10:00:00+01:00", end_at: "2999-12-31T20:00:00+01:00" };
    await importWithStandIns(app.importWorld, { ...(await demoVenue("aubenac")), announcements: [permanent] });
    await app.services.table.reload();
    const { calendar, events } = await calendarAt("aubenac", "/agenda.ics");
    expect(events).toHaveLength(1);
    const [zone] = calendar.getAllSubcomponents("vtimezone");
    expect(zone?.getAllSubcomponents().length).toBeLessThanOrEqual(24);
  });
});
