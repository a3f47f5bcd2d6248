import type { Jobs } from "../platform/jobs.server.ts";
import { orderRun, startRecurringJob } from "../platform/recurring-jobs.server.ts";
import type { World } from "../platform/world.ts";
import { LOST_QUEUE, readLostSession, type LostSession } from "./payments/lost/lost-payments.server.ts";
import { SETTLE_QUEUE } from "./payments/bank/webhooks.server.ts";
import { closeOlderAccounts } from "./payments/older-accounts.server.ts";
import { RECEIPT_QUEUE, sendReceipt } from "./payments/mails.server.ts";
import { reconcile, settleOrSchedule } from "./payments/reconcile.server.ts";
import { sendRefunds } from "./payments/refunds.server.ts";
import type { Sites } from "./wallets.server.ts";

export const RECONCILE_QUEUE = "wallet.reconcile";
const EVERY_MS = 10_000;
const KEPT_EVERY_MS = 20_000;
/** Webhooks come in bursts. Fetching their jobs one by one would take longer than settling the payments. */
const SETTLED_TOGETHER = 40;
const LANES = 4;

/**
 * Starts the payment jobs on this node, on the database connections reserved for payments. Call it before the first
 * request.
 */
export async function startWalletJobs(world: World, jobs: Pick<Jobs, "work">, sites: Sites): Promise<void> {
  const { database } = world;
  await closeOlderAccounts(world);
  await startReceipts(world, jobs, sites);
  await jobs.work<{ uuid: string }>(
    SETTLE_QUEUE,
    (batch) => database.forMoney(() => settleAtOnce(world, sites, [...new Set(batch.map(({ data }) => data.uuid))])),
    { batchSize: SETTLED_TOGETHER },
  );
  await jobs.work<LostSession>(LOST_QUEUE, (batch) =>
    database.forMoney(async () => {
      for (const { data } of batch) await readLostSession(world, sites, data);
    }),
  );
  const forMoney = {
    work: (queue: string, run: () => Promise<void>) => jobs.work(queue, () => database.forMoney(run)),
  };
  const rounds = { next: () => nextRound(world), isDueAtStart: true };
  await startRecurringJob(world, forMoney, RECONCILE_QUEUE, rounds, async () => {
    await reconcile(world, sites);
    await sendRefunds(world, sites);
  });
}

/** Starts sending receipts only; for a command that settles by hand after a restore. */
export async function startReceipts(world: World, jobs: Pick<Jobs, "work">, sites: Sites): Promise<void> {
  await jobs.work<{ uuid: string }>(RECEIPT_QUEUE, async (batch) => {
    for (const { data } of batch) await sendReceipt(world, sites, data.uuid);
  });
}

/**
 * Settles several payments at a time, because each waits for the bank. Throws if one must be tried again; repeating the
 * others has no effect.
 */
async function settleAtOnce(world: World, sites: Sites, uuids: string[]): Promise<void> {
  let isReachable = true;
  async function lane(): Promise<void> {
    for (let uuid = uuids.pop(); uuid !== undefined; uuid = uuids.pop()) {
      const isRead = await settleOrSchedule(world, sites, uuid);
      isReachable &&= isRead;
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  if (!isReachable) throw new Error("The bank cannot be reached");
}

/**
 * Checks every 20 seconds, on every node, that a reconciler round is scheduled. A round whose node was killed before it ordered the next
 * one is tried again only once its heartbeat has been missed for a minute, but a paid payment must be found within a minute.
 */
export function keepReconcilerScheduled(world: World): { stop: () => void } {
  const timer = setInterval(() => {
    world.database
      .forMoney(() => orderRun(world, RECONCILE_QUEUE, nextRound(world)))
      .catch((error: unknown) => world.log.warn({ err: error }, "a reconciler round could not be scheduled"));
  }, KEPT_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

function nextRound(world: World): Date {
  return new Date(world.now().getTime() + EVERY_MS);
}
