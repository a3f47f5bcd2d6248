import { startPassJobs } from "../loyalty/passes/jobs.server.ts";
import { startContentJobs } from "../content/content-jobs.server.ts";
import { startGiftJobs } from "../gifts/jobs.server.ts";
import { loadDemoGifts } from "../gifts/load-demo.server.ts";
import type { AppServices } from "./app.server.ts";
import { startRetentionJob } from "../platform/retention/retention-job.server.ts";
import { startEnrollmentJobs } from "../loyalty/enrollment/jobs.server.ts";
import { startExpiryJob } from "../loyalty/balance/expiry-job.server.ts";
import { loadDemoBalance } from "../loyalty/balance/load-demo.server.ts";
import { loadDemoEnrollment } from "../loyalty/enrollment/load-demo.server.ts";
import { loadDemoMemberships } from "../loyalty/load-demo.server.ts";
import { loadDemoAccounts } from "../accounts/load-demo-accounts.server.ts";
import { startMemberJobs } from "../accounts/jobs.server.ts";
import { startMailJobs } from "../mail/jobs.server.ts";
import type { Jobs } from "../platform/jobs.server.ts";
import { loadDemo } from "../venue-file/load-demo.server.ts";
import { loadDemoWallets } from "../wallet/load-demo.server.ts";
import { startWalletJobs } from "../wallet/jobs.server.ts";

/** Starts the queued and scheduled jobs of every room. */
export async function startJobs({ world, table }: Pick<AppServices, "world" | "table">, jobs: Jobs): Promise<void> {
  await startMailJobs(world, jobs, table);
  await startMemberJobs(world, jobs, table);
  await startPassJobs(world, jobs);
  await startEnrollmentJobs(world, jobs);
  await startWalletJobs(world, jobs, table);
  await startGiftJobs(world, jobs);
  await startExpiryJob(world, jobs);
  await startContentJobs(world, jobs, table);
  await startRetentionJob(world, jobs);
}

/** An arbitrary number that is the same on every node. */
const DEMO_LOCK = 7_205_761;

type DemoServices = Pick<AppServices, "world" | "table" | "media">;

/** Loads the demo venues and their people, unless they exist, one node at a time. */
export function loadDemoGroup(services: DemoServices): Promise<void> {
  const { database } = services.world;
  return database.withLock(DEMO_LOCK, () => database.forJobs(() => loadMissing(services)));
}

async function loadMissing({ world, table, media }: DemoServices): Promise<void> {
  await loadDemo({ ...world, encoder: media.encoder });
  await loadDemoAccounts(world, table);
  await loadDemoMemberships(world);
  await loadDemoEnrollment(world);
  await loadDemoBalance(world);
  await loadDemoGifts(world);
  await loadDemoWallets(world, table);
}
