import { inTransaction } from "../platform/database.server.ts";
import type { Jobs } from "../platform/jobs.server.ts";
import type { World } from "../platform/world.ts";
import { SETTLE_QUEUE } from "./notices.server.ts";
import { RECEIPT_QUEUE, sendReceipt } from "./receipt.server.ts";
import { reconcile, settleFromBank } from "./reconcile.server.ts";
import { sendRefunds } from "./refunds.server.ts";
import type { Sites } from "./wallets.server.ts";

export const RECONCILE_QUEUE = "wallet.reconcile";
const EVERY_MS = 10_000;

/** Lets this node do the payments' work that waits. Before the first request. */
export async function startWalletJobs(world: World, jobs: Pick<Jobs, "work">, sites: Sites): Promise<void> {
  await jobs.work<{ uuid: string }>(RECEIPT_QUEUE, async (batch) => {
    for (const { data } of batch) await sendReceipt(world, sites, data.uuid);
  });
  await jobs.work<{ uuid: string }>(SETTLE_QUEUE, async (batch) => {
    for (const { data } of batch)
      if (!(await settleFromBank(world, sites, data.uuid))) throw new Error("The bank cannot be reached");
  });
  await jobs.work(RECONCILE_QUEUE, async () => {
    await orderRound(world, new Date(world.now().getTime() + EVERY_MS));
    await reconcile(world, sites);
    await sendRefunds(world, sites);
  });
  await orderRound(world);
}

/** Once for all nodes: of jobs with one key, one waits. */
async function orderRound(world: World, startAfter?: Date): Promise<void> {
  const options = { singletonKey: "round", ...(startAfter === undefined ? {} : { startAfter }) };
  await inTransaction(world.database, (tx) => world.jobs.send(tx, RECONCILE_QUEUE, {}, options));
}
