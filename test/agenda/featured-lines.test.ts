import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { featuredLines } from "../../src/agenda/featured-lines.server.ts";
import type { Locale } from "../../src/venues/contract.ts";
import { inLocale } from "../../src/venues/language/locale.server.ts";
import { standingClock } from "../support/clock.ts";
import { demoVenue, importWithStandIns, type TestApp, type VenueFile } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

type Announcement = VenueFile["announcements"][number];

/** 21 November 2026, a Saturday, in winter time. */
const at = (time: string, day = 21) => new Date(`2026-11-${day}T${time}:00+01:00`);
const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["aubenac"], clock, pictures: "stand-ins" });
}, 60_000);
afterAll(() => app.close());

const event = (title: string, start_at: string, given: Partial<Announcement> = {}): Announcement => ({
  id: 900 + title.length,
  is_show: false,
  title: { fr: title, en: title },
  text: { fr: "<p>Une soirée.</p>", en: "<p>An evening.</p>" },
  picture: "show-stage-curtain",
  start_at,
  broadcast_start_at: "2026-11-01T00:00+01:00",
  broadcast_end_at: "2026-12-31T00:00+01:00",
  ...given,
});

async function lineAt(now: Date, announcements: Announcement[], locale: Locale = "fr") {
  clock.set(now);
  await importWithStandIns(app.importWorld, { ...(await demoVenue("aubenac")), announcements });
  await app.services.table.reload();
  const venue = app.services.table.all().find(({ slug }) => slug === "aubenac");
  if (venue === undefined) throw new Error("the venue is missing");
  const lines = await inLocale(locale, () => featuredLines(app.world, [venue], locale));
  const { line, validUntil } = lines.get(venue.id) ?? {};
  return { words: line && [line.day, line.title, line.time], href: line?.href, validUntil: validUntil?.toISOString() };
}

const show = event("Cabaret", "2026-11-21T20:30+01:00", { is_show: true });
const late = event("Minuit passé", "2026-11-22T00:30+01:00");
const brunch = event("Brunch", "2026-11-21T11:00+01:00");
const tomorrow = event("Bal", "2026-11-22T21:00+01:00");

describe("the line of a venue's featured event", () => {
  it("names the next event of the event day, until it begins", async () => {
    const { words, href, validUntil } = await lineAt(at("19:00"), [brunch, show, late, tomorrow]);
    expect(words).toEqual(["Ce soir", "Cabaret", "20h30"]);
    expect(href).toBe("/spectacles/907/cabaret");
    expect(validUntil).toBe(at("20:30").toISOString());
  });

  it("leaves out what follows the first comma or colon of a long enough name", async () => {
    const named = async (title: string) =>
      (await lineAt(at("19:00"), [event(title, "2026-11-21T20:30+01:00")])).words?.[1];
    expect(await named("Cabaret NU, la nouvelle revue")).toBe("Cabaret NU");
    expect(await named("Opéra de poche : La Serre")).toBe("Opéra de poche");
    expect(await named("Silos, digues, escaliers : l’œuvre")).toBe("Silos, digues");
  });

  it("calls an event before five in the afternoon today's", async () => {
    expect((await lineAt(at("09:00"), [brunch, show])).words).toEqual(["Aujourd’hui", "Brunch", "11h"]);
  });

  it("keeps an event without an end for three hours, and one with an end until then", async () => {
    const ending = event("Récital", "2026-11-21T20:00+01:00", { end_at: "2026-11-21T21:15+01:00" });
    expect((await lineAt(at("23:29"), [show])).words).toEqual(["Ce soir", "Cabaret", "20h30"]);
    expect((await lineAt(at("23:30"), [show, tomorrow])).words?.[1]).toBe("Bal");
    expect((await lineAt(at("21:14"), [ending, tomorrow])).words?.[1]).toBe("Récital");
    expect((await lineAt(at("21:15"), [ending, tomorrow])).words?.[1]).toBe("Bal");
    const short = { ...show, duration_minutes: 75 };
    expect((await lineAt(at("21:44"), [short, tomorrow])).words?.[1]).toBe("Cabaret");
    expect((await lineAt(at("21:45"), [short, tomorrow])).words?.[1]).toBe("Bal");
  });

  it("counts the hours until six in the morning to the same event day", async () => {
    expect((await lineAt(at("23:50"), [late, tomorrow])).words).toEqual(["Ce soir", "Minuit passé", "0h30"]);
    expect((await lineAt(at("03:00", 22), [late, tomorrow])).words?.[1]).toBe("Minuit passé");
    // After midnight 'tomorrow' would be understood as Monday.
    const night = await lineAt(at("04:00", 22), [late, tomorrow]);
    expect([night.words, night.validUntil]).toEqual([["Dimanche", "Bal", "21h"], at("06:00", 22).toISOString()]);
    expect((await lineAt(at("06:00", 22), [tomorrow])).words?.[0]).toBe("Ce soir");
  });

  it("names the next event with its day where nothing is left on this event day", async () => {
    expect((await lineAt(at("19:00"), [tomorrow])).words).toEqual(["Demain", "Bal", "21h"]);
    const thursday = event("Jazz", "2026-11-26T20:00+01:00");
    expect((await lineAt(at("19:00"), [thursday])).words?.[0]).toBe("Jeudi");
    expect((await lineAt(at("19:00"), [thursday], "en")).words?.[0]).toBe("Thursday");
    const december = event("Réveillon", "2026-12-01T20:00+01:00");
    expect((await lineAt(at("19:00"), [december])).words?.[0]).toBe("1er\u00a0décembre");
    expect((await lineAt(at("19:00"), [december], "en")).words?.[0]).toBe("1\u00a0December");
  });

  it("names what runs for days only where nothing begins, and nothing that is not announced", async () => {
    const running = event("Exposition", "2026-11-10T10:00+01:00", { end_at: "2026-12-10T20:00+01:00" });
    const hidden = event("Secret", "2026-11-21T22:00+01:00", { broadcast_start_at: "2026-11-21T21:00+01:00" });
    expect((await lineAt(at("19:00"), [running, tomorrow])).words?.[1]).toBe("Bal");
    const { words, validUntil } = await lineAt(at("19:00"), [running, hidden]);
    expect(words).toEqual(["En ce moment", "Exposition", null]);
    expect(validUntil).toBe(at("21:00").toISOString());
    expect((await lineAt(at("19:00"), [])).words).toBeNull();
  });

  it("drops what runs for days at its end, though it is announced longer", async () => {
    const closing = event("Vernissage", "2026-11-10T10:00+01:00", { end_at: "2026-11-21T20:00+01:00" });
    const { words, validUntil } = await lineAt(at("19:00"), [closing]);
    expect([words?.[1], validUntil]).toEqual(["Vernissage", at("20:00").toISOString()]);
    expect((await lineAt(at("20:00"), [closing])).words).toBeNull();
  });
});
