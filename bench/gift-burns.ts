import { randomUUID } from "node:crypto";
import { issueGift } from "../src/gifts/gifts.server.ts";
import { burn } from "../src/gifts/burns.server.ts";
import { inTransaction, openDatabase } from "../src/platform/database/database.server.ts";
import type { World } from "../src/platform/world.ts";
import type { Venue } from "../src/venues/venue.ts";
import { settled } from "../test/app/bulk.ts";
import { filledAt, fillMembers, OFFER } from "../test/app/filled-members.ts";
import { openTestApp } from "../test/support/test-app.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { createBenchDatabase } from "./bench-database.ts";
import { median, ratioOf, type Ratio } from "./ratio.ts";

const MEMBERS = Number(process.env["BENCH_MEMBERS_FEW"] ?? 10_000);
const BURNS = Number(process.env["BENCH_BURNS"] ?? 400);
const ROUNDS = 3;
const CLIENTS = 8;
const SITE = 151;

/**
 * Gift burns per second through the kiosk's own code, with the card look-up and the record of the burn, on a
 * PostgreSQL with fsync on: eight kiosks in parallel against one at a time, in rounds of A B B A. In parallel must
 * not be slower.
 */
export async function giftBurns(): Promise<Ratio> {
  const postgres = await startPostgres({ isDurable: true });
  const database = await openDatabase({ url: await createBenchDatabase(postgres, "bench_gifts") });
  try {
    const app = await openTestApp(database, { venues: ["port-serac"], pictures: "stand-ins" });
    const venue = app.services.table.bySite(SITE);
    if (venue === undefined) throw new Error("The bench's venue is missing");
    await fillMembers(database, { members: MEMBERS }, app.world.now());
    await settled(database);
    const times = { a: [] as number[], b: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [into, clients] of [
        [times.a, CLIENTS],
        [times.b, 1],
        [times.b, 1],
        [times.a, CLIENTS],
      ] as const) {
        const spent = await microsOfBurn(app.world, venue, clients);
        // The first round is a warm-up.
        if (round > 0) into.push(spent);
      }
    await app.close();
    const [together, alone] = [median(times.a), median(times.b)];
    return ratioOf(`gift burns, ${CLIENTS} at a time / one`, {
      a: together,
      b: alone,
      budget: 1,
      unit: "µs",
      burns_per_second: 1_000_000 / together,
      burns_per_second_alone: 1_000_000 / alone,
    });
  } finally {
    await database.close();
    await postgres.stop();
  }
}

async function microsOfBurn(world: World, venue: Venue, clients: number): Promise<number> {
  const orders = await newGifts(world);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let order = orders.pop(); order !== undefined; order = orders.pop()) await burnOne(world, venue, order);
    }),
  );
  return ((performance.now() - started) * 1000) / BURNS;
}

type Order = { code: string; cardNumber: string };

/** One gift per member, so that two kiosks never handle gifts of the same member. */
function newGifts(world: World): Promise<Order[]> {
  return inTransaction(world.database, async (tx) => {
    const orders: Order[] = [];
    for (let at = 0; at < BURNS; at += 1) {
      const { membershipId, card } = filledAt(1 + Math.floor((at * MEMBERS) / BURNS));
      const given = { offerId: OFFER, to: { membershipId }, campaign: "operator" as const };
      orders.push({ code: (await issueGift(world, tx, given)) ?? "none", cardNumber: card });
    }
    return orders;
  });
}

async function burnOne(world: World, venue: Venue, order: Order): Promise<void> {
  const whole = { ...order, eventId: randomUUID(), products: null, registerAnswer: "unasked" as const };
  const burned = await inTransaction(world.database, (tx) => burn(world, tx, venue, whole));
  if (!("gift" in burned)) throw new Error("A gift of the bench could not be burned");
}
