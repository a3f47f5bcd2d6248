import { GROUP } from "../../venues/group.ts";
import type { Jobs } from "../../platform/jobs.server.ts";
import { startRecurringJob } from "../../platform/recurring-jobs.server.ts";
import { addDays, startOfLocalDay, wallTime } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import { expireLots } from "./lots.server.ts";

const EXPIRY_QUEUE = "loyalty.expiry";

/** Registers the job that expires loyalty euros at midnight, and schedules its next run, once for all nodes. */
export async function startExpiryJob(world: World, jobs: Pick<Jobs, "work">): Promise<void> {
  const next = () => startOfLocalDay(addDays(wallTime(world.now(), GROUP.timeZone).date, 1), GROUP.timeZone);
  await startRecurringJob(world, jobs, EXPIRY_QUEUE, { next }, () => expireLots(world));
}
