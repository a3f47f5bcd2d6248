import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({
    venues: ["port-serac", "montreval", "blankenduin"],
    clock,
    pictures: "stand-ins",
  });
});
afterAll(() => app.close());
beforeEach(() => clock.set(SATURDAY_EVENING));

type Item = { id: number; title: string; start_at: string; end_at: string | null; broadcast_end_at: string };
type Agenda = { spectacle: Item[]; announcement: Item[]; event_list: Item[]; agenda_list: Item[] };

async function agenda(id = 51, locale = "fr"): Promise<Agenda> {
  const answer = await app.get("port-serac", `/api/announcement/all?etb[]=${id}`, { locale });
  return ((await answer.json()) as { data: Agenda }).data;
}

const ids = (items: { id: number }[]) => items.map((item) => item.id);

describe("announcements within their broadcast window", () => {
  it("lists shows and other announcements separately by start, under both pairs of field names", async () => {
    const found = await agenda();
    expect(ids(found.spectacle)).toEqual([5101, 5103]);
    expect(ids(found.announcement)).toEqual([5108, 5102, 5104, 5107, 5105]);
    expect(found.event_list).toEqual(found.spectacle);
    expect(found.agenda_list).toEqual(found.announcement);
  });

  it("shows one from the first instant of its window, not a millisecond earlier", async () => {
    const opens = new Date("2026-12-10T23:00:00Z");
    clock.set(new Date(opens.getTime() - 1));
    expect(ids((await agenda()).spectacle)).not.toContain(5106);
    clock.set(opens);
    expect(ids((await agenda()).spectacle)).toContain(5106);
  });

  it("shows one until the end of its window, exclusive", async () => {
    const ends = new Date("2026-11-22T00:00:00Z");
    clock.set(new Date(ends.getTime() - 1));
    expect(ids((await agenda()).spectacle)).toContain(5101);
    clock.set(ends);
    expect(ids((await agenda()).spectacle)).not.toContain(5101);
  });

  it("is empty before the first window and after the last", async () => {
    const empty = { spectacle: [], announcement: [], event_list: [], agenda_list: [] };
    for (const instant of ["2028-01-01T00:00:00Z", "2026-01-01T00:00:00Z"]) {
      clock.set(instant);
      expect(await agenda()).toEqual(empty);
    }
  });

  it("writes instants as ISO with the venue's offset, in winter and in summer", async () => {
    const [cabaret] = (await agenda()).spectacle;
    expect(cabaret).toMatchObject({
      start_at: "2026-11-21T20:30:00+01:00",
      end_at: null,
      broadcast_end_at: "2026-11-22T01:00:00+01:00",
    });
    const { db } = app.world.database;
    const summer = {
      start_at: new Date("2026-07-14T19:00:00Z"),
      broadcast_start_at: new Date("2026-07-01T00:00:00Z"),
      broadcast_end_at: new Date("2026-07-15T00:00:00Z"),
    };
    await db.updateTable("announcements").set(summer).where("id", "=", 6108).execute();
    clock.set("2026-07-10T12:00:00Z");
    expect((await agenda(61)).announcement).toMatchObject([{ id: 6108, start_at: "2026-07-14T21:00:00+02:00" }]);
  });

  it("answers in the language of the locale header", async () => {
    const [french, english] = [await agenda(51, "fr"), await agenda(51, "en")];
    expect(french.spectacle[0]?.title).toBe("Cabaret NU, la nouvelle revue");
    expect(english.spectacle[0]?.title).not.toBe(french.spectacle[0]?.title);
  });

  it("renders Home again when a window starts or ends, without a save", async () => {
    const shown = async () =>
      (await (await app.get("port-serac", "/")).text()).includes("Cabaret NU, la nouvelle revue");
    expect(await shown()).toBe(true);
    clock.set("2026-11-22T00:00:00Z");
    expect(await shown()).toBe(false);
  });
});

type Line = { site_slot: number; site_id: number; model: string; amount: number; payment_date: string };

async function lines(path: string): Promise<Line[]> {
  const answer = await app.get("port-serac", `/api/site/${path}`);
  return ((await answer.json()) as { data: { data: Line[] } }).data.data;
}

const HOUR_MS = 3_600_000;
/** Stores one jackpot every twelve hours back from a second ago: a thousand euros plus its rank in cents. */
async function payEveryTwelveHours(siteId: number, count: number): Promise<void> {
  const { db } = app.world.database;
  const last = new Date(SATURDAY_EVENING).getTime() - 1_000;
  await db.deleteFrom("jackpots").where("site_id", "=", siteId).execute();
  await db
    .insertInto("jackpots")
    .values(
      Array.from({ length: count }, (_, rank) => ({
        site_id: siteId,
        site_slot: rank % 3,
        model: `Machine ${rank}`,
        amount_minor: 100_000n + BigInt(rank),
        payment_date: new Date(last - rank * 12 * HOUR_MS),
        event_id: `test:${rank}`,
      })),
    )
    .execute();
}

describe("jackpot lists", () => {
  beforeAll(async () => {
    await payEveryTwelveHours(151, 70);
    await payEveryTwelveHours(171, 3);
  });

  it("returns the latest fifty, newest first, in decimal euros and ISO UTC", async () => {
    const latest = await lines("151/jackpot/latest");
    expect(latest).toHaveLength(50);
    expect(latest.slice(0, 2)).toEqual([
      { site_slot: 0, site_id: 151, model: "Machine 0", amount: 1000, payment_date: "2026-11-21T19:29:59.000Z" },
      { site_slot: 1, site_id: 151, model: "Machine 1", amount: 1000.01, payment_date: "2026-11-21T07:29:59.000Z" },
    ]);
    expect(latest.map((line) => line.payment_date)).toEqual(
      latest
        .map((line) => line.payment_date)
        .sort()
        .toReversed(),
    );
  });

  it.each([
    ["week", 13, 14],
    ["month", 59, 50],
  ])("gives the highest of the last %s first, at most fifty", async (list, highestRank, count) => {
    const top = await lines(`151/jackpot/latest/${list}`);
    expect(top).toHaveLength(count);
    expect(top[0]?.amount).toBe(1000 + highestRank / 100);
    expect(top.map((line) => line.amount)).toEqual(top.map((line) => line.amount).sort((a, b) => b - a));
  });

  it("drops a jackpot from the week's list after a week", async () => {
    clock.advance(12 * HOUR_MS);
    expect(await lines("151/jackpot/latest/week")).toHaveLength(13);
  });

  it("returns those of one machine, newest first, and an empty list for a machine without any", async () => {
    const ofMachine = await lines("151/slot/2/jackpot/latest");
    expect(ofMachine.every((line) => line.site_slot === 2)).toBe(true);
    expect(ofMachine.slice(0, 2).map((line) => line.model)).toEqual(["Machine 2", "Machine 5"]);
    expect(await lines("151/slot/2147483647/jackpot/latest")).toEqual([]);
  });

  it("returns each site its own only", async () => {
    expect(await lines("171/jackpot/latest")).toHaveLength(3);
  });

  it.each(["jackpot/latest", "jackpot/latest/week", "jackpot/latest/month", "slot/1/jackpot/latest"])(
    "is empty at %s for a Swiss site, whatever is stored",
    async (path) => {
      await payEveryTwelveHours(161, 1);
      expect(await lines(`161/${path}`)).toEqual([]);
    },
  );
});

describe("the amount redistributed this month", () => {
  const month = async (siteId: number) => {
    const answer = await app.get("port-serac", `/api/site/${siteId}/jackpot/stats`);
    return { status: answer.status, body: await answer.json() };
  };

  it("sums jackpots from the first instant of the month in the venue's time zone", async () => {
    await payEveryTwelveHours(151, 2);
    const { db } = app.world.database;
    const edge = { site_id: 151, site_slot: 1, model: "Bord", event_id: "edge" };
    await db
      .insertInto("jackpots")
      .values({ ...edge, amount_minor: 500n, payment_date: new Date("2026-10-31T23:00:00Z") })
      .execute();
    const before = {
      ...edge,
      event_id: "before",
      amount_minor: 900n,
      payment_date: new Date("2026-10-31T22:59:59.999Z"),
    };
    await db.insertInto("jackpots").values(before).execute();
    expect(await month(151)).toEqual({ status: 200, body: { data: { data: { REDISTR: { month: 2005.01 } } } } });
  });

  it("is 0 in a month without a jackpot", async () => {
    clock.set("2027-05-01T00:00:00Z");
    expect((await month(151)).body).toEqual({ data: { data: { REDISTR: { month: 0 } } } });
  });

  it.each([161, 171])("is not available for site %i outside France", async (siteId) => {
    expect((await month(siteId)).status).toBe(404);
  });
});
