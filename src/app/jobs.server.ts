import { startPassJobs } from "../loyalty/passes/jobs.server.ts";
import { startContentJobs } from "../content/content-jobs.server.ts";
import { startGiftJobs } from "../gifts/jobs.server.ts";
import type { AppServices } from "./app.server.ts";
import { startRetentionJob } from "../platform/retention/retention-job.server.ts";
import { startEnrollmentJobs } from "../loyalty/enrollment/jobs.server.ts";
import { startExclusionRounds } from "../protection/exclusions/round.server.ts";
import { startExpiryJob } from "../loyalty/balance/expiry-job.server.ts";
import { startMemberJobs } from "../accounts/jobs.server.ts";
import { startMailJobs } from "../mail/jobs.server.ts";
import type { Jobs } from "../platform/jobs.server.ts";
import { startWalletJobs } from "../wallet/jobs.server.ts";

/** Starts the queued and scheduled jobs of every room. */
export async function startJobs({ world, table }: Pick<AppServices, "world" | "table">, jobs: Jobs): Promise<void> {
  await startMailJobs(world, jobs, table);
  await startMemberJobs(world, jobs, table);
  await startPassJobs(world, jobs);
  await startEnrollmentJobs(world, jobs);
  await startExclusionRounds(world, jobs);
  await startWalletJobs(world, jobs, table);
  await startGiftJobs(world, jobs);
  await startExpiryJob(world, jobs);
  await startContentJobs(world, jobs, table);
  await startRetentionJob(world, jobs);
}
