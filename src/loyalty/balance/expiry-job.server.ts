import { inTransaction } from "../../platform/database/database.server.ts";
import type { Jobs } from "../../platform/jobs.server.ts";
import { addDays, startOfLocalDay, wallTime } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import { expireLots, LOYALTY_ZONE } from "./lots.server.ts";

const EXPIRY_QUEUE = "loyalty.expiry";

/** Registers the job that expires loyalty euros at midnight, and schedules its next run, once for all nodes. */
export async function startExpiryJob(world: World, jobs: Pick<Jobs, "work">): Promise<void> {
  await jobs.work(EXPIRY_QUEUE, async () => {
    await orderNext(world);
    await expireLots(world);
  });
  await orderNext(world);
}

async function orderNext(world: World): Promise<void> {
  const startAfter = startOfLocalDay(addDays(wallTime(world.now(), LOYALTY_ZONE).date, 1), LOYALTY_ZONE);
  await inTransaction(world.database, (tx) =>
    world.jobs.send(tx, EXPIRY_QUEUE, {}, { singletonKey: "midnight", startAfter }),
  );
}
