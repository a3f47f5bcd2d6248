import { startContentJobs } from "./content/content-jobs.server.ts";
import { startGiftJobs } from "./gifts/gift-jobs.server.ts";
import { loadDemoGifts } from "./gifts/load-demo-gifts.server.ts";
import type { House } from "./house.server.ts";
import { startEnrollmentJobs } from "./loyalty/enrollment-jobs.server.ts";
import { startExpiryJob } from "./loyalty/expiry-job.server.ts";
import { loadDemoBalance } from "./loyalty/load-demo-balance.server.ts";
import { loadDemoEnrollment } from "./loyalty/load-demo-enrollment.server.ts";
import { loadDemoMemberships } from "./loyalty/load-demo-memberships.server.ts";
import { loadDemoAccounts } from "./members/load-demo-accounts.server.ts";
import { startMemberJobs } from "./members/member-jobs.server.ts";
import type { Jobs } from "./platform/jobs.server.ts";
import { loadDemo } from "./venues/load-demo.server.ts";
import { loadDemoWallets } from "./wallet/load-demo-wallets.server.ts";
import { startWalletJobs } from "./wallet/wallet-jobs.server.ts";

/** Starts the queued and repeated work of every room. */
export async function startJobs({ world, table }: Pick<House, "world" | "table">, jobs: Jobs): Promise<void> {
  await startMemberJobs(world, jobs, table);
  await startEnrollmentJobs(world, jobs, table);
  await startWalletJobs(world, jobs, table);
  await startGiftJobs(world, jobs);
  await startExpiryJob(world, jobs);
  await startContentJobs(world, jobs, table);
}

/** Loads the demo venues and their people where they are not there yet. */
export async function loadDemoHouse({ world, table, media }: Pick<House, "world" | "table" | "media">): Promise<void> {
  await loadDemo({ ...world, encoder: media.encoder });
  await loadDemoAccounts(world, table);
  await loadDemoMemberships(world);
  await loadDemoEnrollment(world);
  await loadDemoBalance(world);
  await loadDemoGifts(world);
  await loadDemoWallets(world, table);
}
