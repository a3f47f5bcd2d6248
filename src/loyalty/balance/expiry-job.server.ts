import type { Jobs } from "../../platform/jobs.server.ts";
import { startRecurringJob } from "../../platform/recurring-jobs.server.ts";
import { addDays, startOfLocalDay, wallTime } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import { expireLots, LOYALTY_ZONE } from "./lots.server.ts";

const EXPIRY_QUEUE = "loyalty.expiry";

/** Registers the job that expires loyalty euros at midnight, and schedules its next run, once for all nodes. */
export async function startExpiryJob(world: World, jobs: Pick<Jobs, "work">): Promise<void> {
  const next = () => startOfLocalDay(addDays(wallTime(world.now(), LOYALTY_ZONE).date, 1), LOYALTY_ZONE);
  await startRecurringJob(world, jobs, EXPIRY_QUEUE, { next }, () => expireLots(world));
}
