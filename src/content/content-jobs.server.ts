import type { Jobs } from "../platform/jobs.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { PUBLISH_QUEUE, publishScheduled } from "./editing/schedules.server.ts";

/** Starts the job on this node that publishes scheduled texts. Called before the first request. */
export async function startContentJobs(world: World, jobs: Pick<Jobs, "work">, table: VenueTable): Promise<void> {
  await jobs.work<{ id: string }>(PUBLISH_QUEUE, async (batch) => {
    for (const { data } of batch) await publishScheduled(world, table, data.id);
  });
}
