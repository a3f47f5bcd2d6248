import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { giftHelpers } from "./gift-helpers.ts";
import { giftWalk, STEPS } from "./gift-walk.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { everyOrder } from "../support/orders.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { amount } from "../support/proof.ts";

/** Six take minutes; only the long proof run uses them. */
const LENGTH = amount({ test: 3, proof: 6 });
const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;
beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
});
afterAll(() => app.close());

describe("the life of a gift", () => {
  it("follows the table of statuses in every order of events with repetitions", async () => {
    const gifts = giftHelpers(app);
    const [offer, ana] = [await gifts.offer({}, [51, 52]), await gifts.member()];
    const walk = giftWalk(app, gifts, clock);
    const situations = await everyOrder(STEPS, LENGTH, (steps) => walk(ana, offer, steps));
    expect(situations.size).toBeGreaterThan(10);
  }, 600_000);
});
