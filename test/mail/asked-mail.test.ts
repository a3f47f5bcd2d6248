import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, type People } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const MINUTE_MS = 60_000;
const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac", "valombre", "blankenduin"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
});
afterAll(() => app.close());

/** What one mail answers that was asked for in the name of two casinos, the first in French, the second in English. */
async function mailOf(email: string, slugs: [string, string]): Promise<string> {
  const form = people.form(email, { password: PASSWORD });
  for (const [at, slug] of slugs.entries()) {
    const origin = `http://${slug}.localhost:3000`;
    const sent = {
      host: `${slug}.localhost:3000`,
      headers: { ...(await people.captcha()), locale: at === 0 ? "fr" : "en" },
    };
    const answer =
      at === 0
        ? await people.post("/users/web", { ...form, validation_callback_url: `${origin}/email-confirmation` }, sent)
        : await people.post("/password/recover", { email, callback_url: `${origin}/nouveau-mot-de-passe` }, sent);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    clock.advance(1);
  }
  const { length } = app.world.gateways.mails;
  clock.advance(10 * MINUTE_MS);
  const mails = (await people.mails(email)).slice(length - app.world.gateways.mails.length);
  expect(mails).toHaveLength(1);
  return mails[0]?.text ?? "";
}

describe("one mail for what was asked in the name of two casinos", () => {
  it("is in the language of the newest request", async () => {
    await people.member("two-languages@example.test");
    const text = await mailOf("two-languages@example.test", ["port-serac", "valombre"]);
    expect(text).toContain("http://valombre.localhost:3000/nouveau-mot-de-passe?token=");
    expect(text).toContain("http://port-serac.localhost:3000/me-connecter");
    expect(text).toContain("Log in");
    expect(text).not.toMatch(/Se connecter|Vous avez|Bonjour/);
    expect(text.match(/No one under/g)).toHaveLength(1);
  });

  it("says what the law of each country wants, with the casino that it is about", async () => {
    await people.member("two-laws@example.test");
    const text = await mailOf("two-laws@example.test", ["blankenduin", "port-serac"]);
    expect(text).toMatch(/Port-Sérac[^\n]*: No one under 18 /);
    expect(text).toMatch(/09\s74\s75\s13\s13/);
    expect(text).toMatch(/Blankenduin[^\n]*: No one under 21 /);
    for (const site of ["https://www.stopoptijd.be", "https://www.arretezatemps.be", " 21+"])
      expect(text).toContain(site);
  });
});
