import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { standingClock } from "../support/clock.ts";
import { demoVenue, importWithStandIns, type TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { SOON } from "../support/patience.ts";

const clock = standingClock(SATURDAY_EVENING);
const JACKPOTS = [
  { site_slot: 214, model: "Lune de Sérac", amount: 12_480.5, payment_date: "today 01:12" },
  { site_slot: 87, model: "Rouge Velours", amount: 8_214, payment_date: "today-2 23:46" },
  { site_slot: 214, model: "Lune de Sérac", amount: 950.25, payment_date: "today-20 18:05" },
  { site_slot: 9, model: "Reine des Glaces", amount: 40_000, payment_date: "today-40 12:00" },
];
let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["montreval"], clock, pictures: "stand-ins" });
  for (const slug of ["port-serac", "blankenduin"])
    await importWithStandIns(app.importWorld, { ...(await demoVenue(slug)), jackpots: JACKPOTS });
  await importWithStandIns(app.importWorld, { ...(await demoVenue("la-rochemar")), jackpots: [] });
  await app.services.table.reload();
}, 60_000);
afterAll(() => app.close());
beforeEach(() => clock.set(SATURDAY_EVENING));

async function jackpots(query = "", slug = "port-serac") {
  const answer = await app.get(slug, `/jeux/jackpots${query}`);
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll("<!-- -->", "").replaceAll(/&nbsp;|[\u00a0\u202f]/g, " ");
}
const amounts = (html: string) =>
  [...html.matchAll(/class="jackpots-amount">([^<]*)</g)].map(([, amount]) => amount ?? "");
const currentTab = (html: string) =>
  /class="jackpots-tabs".*?<\/nav>/s.exec(html)?.[0].match(/aria-current="page"[^>]*>([^<]*)</)?.[1] ?? null;

describe("the jackpots page", () => {
  it("lists the latest with slot, model, amount, date and time on the venue's clock", async () => {
    const html = await jackpots();
    expect(html).toContain("Jackpots</h1>");
    expect(currentTab(html)).toBe("Les plus récents");
    expect(amounts(html)).toEqual(["12 480,50 €", "8 214,00 €", "950,25 €", "40 000,00 €"]);
    for (const words of ["n° 214", "Lune de Sérac", ">21/11/2026<", ">01:12<"]) expect(html).toContain(words);
  });

  it("has the highest of the week and of the month by amount", async () => {
    expect(amounts(await jackpots("?tab=week"))).toEqual(["12 480,50 €", "8 214,00 €"]);
    expect(amounts(await jackpots("?tab=month"))).toEqual(["12 480,50 €", "8 214,00 €", "950,25 €"]);
    expect(currentTab(await jackpots("?tab=month"))).toBe("Top du mois");
  });

  it("shows one machine's latest for its number, whatever the tab", async () => {
    const html = await jackpots("?tab=week&slot=214");
    expect(amounts(html)).toEqual(["12 480,50 €", "950,25 €"]);
    expect(currentTab(html)).toBeNull();
    expect(html).toContain("Machine n° 214");
    expect(amounts(await jackpots("?slot=00214"))).toHaveLength(2);
  });

  it("shows an empty list for a machine without jackpots, and does not cache it", async () => {
    const before = app.pageHandler.cache.size();
    for (const slot of ["5", "999999999", "000", "0214"]) {
      const html = await jackpots(`?slot=${slot}`);
      if (slot !== "0214") expect(html).toContain("Rien à afficher");
    }
    expect(app.pageHandler.cache.size()).toBe(before);
    expect(await jackpots("", "la-rochemar")).toContain("Rien à afficher");
  });

  it("ignores anything but one to nine digits as a number, and unknown tabs", async () => {
    const latest = await jackpots();
    for (const query of ["?slot=", "?slot=12a", "?slot=-1", "?slot=1e3", "?slot=1234567890", "?slot=%27", "?tab=year"])
      expect(await jackpots(query)).toBe(latest);
  });

  it("has the same canonical path for every list", async () => {
    for (const query of ["", "?tab=week", "?slot=214"])
      expect(await jackpots(query)).toMatch(/rel="canonical" href="[^"?]*\/jeux\/jackpots"/);
  });

  it("drops a jackpot from the week's highest seven days after it was paid", async () => {
    clock.set("2026-11-28T00:11:59Z");
    expect(amounts(await jackpots("?tab=week"))).toEqual(["12 480,50 €"]);
    clock.set("2026-11-28T00:12:01Z");
    expect(amounts(await jackpots("?tab=week"))).toEqual([]);
  });

  it("is made anew when the floor reports a jackpot", async () => {
    expect(await jackpots("?slot=42")).toContain("Rien à afficher");
    const won = { site_slot: 42, model: "Perle du Soir", amount: "777.70", payment_date: "2026-11-21T20:29:00+01:00" };
    const answer = await app.send("localhost:3000", "/api/floor/jackpots", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer floor-151" },
      body: JSON.stringify({ event_id: "won-42", ...won }),
    });
    expect(answer.status).toBe(200);
    await vi.waitFor(async () => expect(await jackpots()).toContain("Perle du Soir"), SOON);
    expect(amounts(await jackpots("?slot=42"))).toEqual(["777,70 €"]);
  });
});

describe("the jackpots page by country", () => {
  it("has the live Megapot and the month's sum in France", async () => {
    const html = await jackpots();
    expect(html).toContain('data-megapot="loading"');
    expect(html).toContain("redistribués ce mois-ci");
  });

  it("has the list only in Belgium", async () => {
    const html = await jackpots("", "blankenduin");
    expect(amounts(html)).toHaveLength(4);
    const shown = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, " ");
    expect(shown).not.toMatch(/megapot|redistribués|bonus|cadeau|gift|moins de 18/i);
  });

  it("redirects to Home in Switzerland", async () => {
    const answer = await app.get("montreval", "/jeux/jackpots?tab=week");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
  });
});
