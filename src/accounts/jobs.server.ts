import { nextNight, type Jobs } from "../platform/jobs.server.ts";
import { startRecurringJob } from "../platform/recurring-jobs.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { DAILY_QUEUE, runDailyJob } from "./data/daily-job.server.ts";
import { NEW_ADDRESS_QUEUE, writeToNewAddress, type NewAddressOrder } from "./mails/new-address-mail.server.ts";
import { REVOCATION_QUEUE, revokeAccess, type RevocationOrder } from "./data/erasure.server.ts";
import { startEarlierOrders } from "./mails/earlier-orders.server.ts";

/** Starts the accounts' background jobs on this node: changes of address, revocations and the daily job. Call it before the first request. */
export async function startMemberJobs(world: World, jobs: Pick<Jobs, "work">, table: VenueTable): Promise<void> {
  await startEarlierOrders(world, jobs);
  await jobs.work<NewAddressOrder>(NEW_ADDRESS_QUEUE, async (batch) => {
    for (const { data } of batch) await writeToNewAddress(world, table.byProject, data);
  });
  await jobs.work<RevocationOrder>(REVOCATION_QUEUE, async (batch) => {
    for (const { data } of batch) await revokeAccess(world, data);
  });
  const nights = { next: () => nextNight(world.now()) };
  await startRecurringJob(world, jobs, DAILY_QUEUE, nights, () => runDailyJob(world, table.byProject));
}
