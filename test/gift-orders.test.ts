import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "./clock.ts";
import { giftHouse } from "./gift-house.ts";
import { giftWalk, STEPS } from "./gift-walk.ts";
import type { TestHouse } from "./house.ts";
import { openOwnHouse } from "./own-house.ts";
import { everyOrder } from "./orders.ts";
import { SATURDAY_EVENING } from "./world.ts";
import { amount } from "./proof.ts";

/** Six take minutes, and are the long proof's. */
const LENGTH = amount({ test: 3, proof: 6 });
const clock = standingClock(SATURDAY_EVENING);
let house: TestHouse;
beforeAll(async () => {
  house = await openOwnHouse({ venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
});
afterAll(() => house.close());

describe("the life of a gift (O1, G112, G113)", () => {
  it("is what the table says in every order of what may happen, each as often as it likes", async () => {
    const gifts = giftHouse(house);
    const [offer, ana] = [await gifts.offer({}, [51, 52]), await gifts.member()];
    const walk = giftWalk(house, gifts, clock);
    const situations = await everyOrder(STEPS, LENGTH, (steps) => walk(ana, offer, steps));
    expect(situations.size).toBeGreaterThan(10);
  }, 600_000);
});
