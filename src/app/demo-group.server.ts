import type { AppServices } from "./app.server.ts";
import { loadDemoAccounts } from "../accounts/load-demo-accounts.server.ts";
import { loadDemoGifts } from "../gifts/load-demo.server.ts";
import { loadDemoBalance } from "../loyalty/balance/load-demo.server.ts";
import { loadDemoEnrollment } from "../loyalty/enrollment/load-demo.server.ts";
import { loadDemoMemberships } from "../loyalty/load-demo.server.ts";
import { ADVISORY_LOCKS } from "../platform/database/advisory-locks.ts";
import { loadDemo } from "../venue-file/load-demo.server.ts";
import { loadDemoWallets } from "../wallet/load-demo.server.ts";

type DemoServices = Pick<AppServices, "world" | "table" | "media">;

/** Loads the demo venues and their people, unless they exist, one node at a time. */
export function loadDemoGroup(services: DemoServices): Promise<void> {
  const { database } = services.world;
  return database.withLock(ADVISORY_LOCKS.demoGroup, () => database.forJobs(() => loadMissing(services)));
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
