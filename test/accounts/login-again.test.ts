import { expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { peopleOf } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";

it("right passwords from new browsers do not count towards the limits", async () => {
  const clock = standingClock(SATURDAY_EVENING);
  clock.tick(1);
  const app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  const people = peopleOf(app);
  await people.member("often@example.test");
  for (let time = 0; time < 15; time += 1) expect((await people.logIn("often@example.test")).status).toBe(200);
  await app.close();
});
