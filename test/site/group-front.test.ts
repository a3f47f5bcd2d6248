import { afterAll, beforeAll, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { type TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

let app: TestApp;

beforeAll(async () => {
  const clock = standingClock(SATURDAY_EVENING);
  app = await openIsolatedApp({ venues: ["port-serac", "montreval", "blankenduin"], clock, pictures: "stand-ins" });
}, 60_000);
afterAll(() => app.close());

const page = async (path: string) => (await app.send("localhost", path)).text();
const venues = (text: string) => [...text.matchAll(/<h3><a href="[^"]*">([^<]*)<\/a><\/h3>/g)].map(([, name]) => name);

it("shows each casino's featured event and the opening hours from which a script tells whether it is open", async () => {
  const text = await page("/");
  expect(venues(text)).toEqual(["Blankenduin", "Montreval", "Port-Sérac"]);
  const serac = text.slice(text.indexOf(">Port-Sérac</a>"));
  expect(serac).toMatch(/<b>Ce soir<\/b> <span>Cabaret NU, 20h30/);
  expect(serac).toContain(
    'href="http://port-serac.localhost:3000/spectacles/5101/cabaret-nu-la-nouvelle-revue?locale=fr"',
  );
  expect(/data-openings="([^"]*)"/.exec(serac)?.[1]).toContain("Ouvert jusqu’à ");
  expect(await page("/?locale=en")).toMatch(/<b>Tonight<\/b> <span>Cabaret NU/);
});

it("lists the casinos of one country at an address of its own", async () => {
  const text = await page("/?country=ch");
  expect(venues(text)).toEqual(["Montreval"]);
  expect(text).toMatch(/<a href="\/\?country=ch#maisons" aria-current="true">Suisse<\/a>/);
  // An unknown country is ignored.
  expect(venues(await page("/?country=xx"))).toHaveLength(3);
});

it("names the help line and the minimum age of each country, and links to each casino's agenda and legal notices", async () => {
  const text = await page("/");
  const foot = text.slice(text.indexOf("<footer"));
  for (const words of ["tel:+33974751313", "tel:+41800801381", "tel:+3280035777", "arretezatemps.be", "21\u00a0ans"])
    expect(foot).toContain(words);
  expect(foot).toContain('href="http://montreval.localhost:3000/agenda?locale=fr"');
  expect(foot).toContain('href="http://montreval.localhost:3000/legal-notices?locale=fr"');
});

it("shows an empty list on an installation without a visible casino", async () => {
  const empty = await openIsolatedApp({ venues: ["bientot"], pictures: "stand-ins" });
  try {
    const answer = await empty.send("localhost", "/");
    expect([answer.status, venues(await answer.text())]).toEqual([200, []]);
  } finally {
    await empty.close();
  }
});
