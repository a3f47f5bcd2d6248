import type { AppServices } from "./app.server.ts";
import { loadDemoAccounts } from "../accounts/load-demo-accounts.server.ts";
import { loadDemoGifts } from "../gifts/load-demo.server.ts";
import { loadDemoBalance } from "../loyalty/balance/load-demo.server.ts";
import { loadDemoEnrollment } from "../loyalty/enrollment/load-demo.server.ts";
import { loadDemoMemberships } from "../loyalty/load-demo.server.ts";
import { loadDemo } from "../venue-file/load-demo.server.ts";
import { loadDemoWallets } from "../wallet/load-demo.server.ts";

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
