import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "./support/clock.ts";
import { giftHouse } from "./support/gift-house.ts";
import { giftWalk, STEPS } from "./support/gift-walk.ts";
import type { TestHouse } from "./support/house.ts";
import { openOwnHouse } from "./support/own-house.ts";
import { everyOrder } from "./support/orders.ts";
import { SATURDAY_EVENING } from "./support/world.ts";
import { amount } from "./support/proof.ts";

/** Six take minutes; only the long proof run uses them. */
const LENGTH = amount({ test: 3, proof: 6 });
const clock = standingClock(SATURDAY_EVENING);
let house: TestHouse;
beforeAll(async () => {
  house = await openOwnHouse({ venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
});
afterAll(() => house.close());

describe("the life of a gift", () => {
  it("follows the table of statuses in every order of events with repetitions", async () => {
    const gifts = giftHouse(house);
    const [offer, ana] = [await gifts.offer({}, [51, 52]), await gifts.member()];
    const walk = giftWalk(house, gifts, clock);
    const situations = await everyOrder(STEPS, LENGTH, (steps) => walk(ana, offer, steps));
    expect(situations.size).toBeGreaterThan(10);
  }, 600_000);
});
