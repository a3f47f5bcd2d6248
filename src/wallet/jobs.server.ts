import { inTransaction } from "../platform/database/database.server.ts";
import type { Jobs } from "../platform/jobs.server.ts";
import type { World } from "../platform/world.ts";
import { LOST_QUEUE, readLost } from "./payments/lost-payments.server.ts";
import { SETTLE_QUEUE } from "./payments/bank-webhooks.server.ts";
import { RECEIPT_QUEUE, sendReceipt } from "./payments/mails.server.ts";
import { reconcile, settleNoted } from "./payments/reconcile.server.ts";
import { sendRefunds } from "./payments/refunds.server.ts";
import type { Sites } from "./wallets.server.ts";

export const RECONCILE_QUEUE = "wallet.reconcile";
const EVERY_MS = 10_000;
const KEPT_EVERY_MS = 20_000;
/** Notices come in bursts; fetched one by one their jobs would take longer than their settling. */
const SETTLED_TOGETHER = 40;
const LANES = 4;

/** Lets this node do the payments' work that waits, on the connections kept for money (F25). Before the first request. */
export async function startWalletJobs(world: World, jobs: Pick<Jobs, "work">, sites: Sites): Promise<void> {
  const { database } = world;
  await startReceipts(world, jobs, sites);
  await jobs.work<{ uuid: string }>(
    SETTLE_QUEUE,
    (batch) => database.forMoney(() => settleAll(world, sites, [...new Set(batch.map(({ data }) => data.uuid))])),
    { batchSize: SETTLED_TOGETHER },
  );
  await jobs.work<{ sessionId: string }>(LOST_QUEUE, (batch) =>
    database.forMoney(async () => {
      for (const { data } of batch) await readLost(world, sites, data.sessionId);
    }),
  );
  await jobs.work(RECONCILE_QUEUE, () =>
    database.forMoney(async () => {
      await orderRound(world, new Date(world.now().getTime() + EVERY_MS));
      await reconcile(world, sites);
      await sendRefunds(world, sites);
    }),
  );
  await orderRound(world);
}

/** Sends receipts, and settles nothing: for whoever settles by hand, after a restore (F29). */
export async function startReceipts(world: World, jobs: Pick<Jobs, "work">, sites: Sites): Promise<void> {
  await jobs.work<{ uuid: string }>(RECEIPT_QUEUE, async (batch) => {
    for (const { data } of batch) await sendReceipt(world, sites, data.uuid);
  });
}

/** A few at a time, because each waits for the bank. Throws where one has to come again, which repeats the others without effect. */
async function settleAll(world: World, sites: Sites, uuids: string[]): Promise<void> {
  let isReachable = true;
  async function lane(): Promise<void> {
    for (let uuid = uuids.pop(); uuid !== undefined; uuid = uuids.pop()) {
      const isRead = await settleNoted(world, sites, uuid);
      isReachable &&= isRead;
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  if (!isReachable) throw new Error("The bank cannot be reached");
}

/**
 * Sees, on every node, that a round waits, whatever became of the last one: a job that its node or its database died under is thought to
 * run for a quarter of an hour, and orders no other meanwhile (I8).
 */
export function keepRounds(world: World): { stop: () => void } {
  const timer = setInterval(() => {
    const order = () => orderRound(world, new Date(world.now().getTime() + EVERY_MS));
    world.database
      .forMoney(order)
      .catch((error: unknown) => world.log.warn({ err: error }, "a round of the reconciler could not be ordered"));
  }, KEPT_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** Once for all nodes: of jobs with one key, one waits. */
async function orderRound(world: World, startAfter?: Date): Promise<void> {
  const options = { singletonKey: "round", ...(startAfter === undefined ? {} : { startAfter }) };
  await inTransaction(world.database, (tx) => world.jobs.send(tx, RECONCILE_QUEUE, {}, options));
}
