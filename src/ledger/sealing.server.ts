import { inTransaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { HASH_BYTES, sealHash } from "./digest.ts";
import {
  addHouseTotals,
  claimSealing,
  entryRows,
  hasUnsealed,
  insertSeal,
  lastSeal,
  takeUnsealed,
} from "./queries.server.ts";

/** Half of the second within which an entry must be sealed. */
const EVERY_MS = 500;
const BATCH_MAX = 5_000;

export const FIRST_HASH = new Uint8Array(HASH_BYTES);

/**
 * Seals all unsealed entries in batches and adds them to the totals of internal accounts. Only one caller works at a
 * time; the others return at once. Returns the number of sealed entries.
 */
export async function sealEntries(world: Pick<World, "database" | "now">, batchMax = BATCH_MAX): Promise<number> {
  for (let sealed = 0; ;) {
    const count = await sealBatch(world, batchMax);
    sealed += count;
    if (count < batchMax) return sealed;
  }
}

async function sealBatch(world: Pick<World, "database" | "now">, batchMax: number): Promise<number> {
  if (!(await hasUnsealed(world.database.db))) return 0;
  return inTransaction(world.database, async (tx) => {
    if (!(await claimSealing(tx))) return 0;
    const taken = await takeUnsealed(tx, batchMax);
    if (taken === null) return 0;
    const rows = await entryRows(tx, taken.ranges);
    const previous = await lastSeal(tx);
    const sealedAt = world.now();
    const head = {
      no: (previous?.no ?? 0n) + 1n,
      ranges: taken.ranges,
      entryCount: taken.count,
      previousHash: previous?.hash ?? FIRST_HASH,
      sealedUs: BigInt(sealedAt.getTime()) * 1000n,
    };
    await insertSeal(tx, {
      no: head.no,
      entries: taken.ranges,
      entry_count: taken.count,
      previous_hash: head.previousHash,
      hash: sealHash(head, rows),
      sealed_at: sealedAt,
    });
    await addHouseTotals(tx, taken.ranges);
    return taken.count;
  });
}

/**
 * Starts a timer on this node that seals new entries within a second. Each round without new entries costs one cheap
 * query. This is not a queued job, because a job per posting would cost more than the posting.
 */
export function startSealing(world: Pick<World, "database" | "now" | "log" | "metrics">): {
  stop: () => Promise<void>;
} {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  async function round(): Promise<void> {
    try {
      const sealed = await world.database.forJobs(() => sealEntries(world));
      if (sealed > 0) world.metrics.count("ledger_sealed_total", sealed);
    } catch (error) {
      world.log.error({ err: error }, "the ledger could not be sealed");
    }
    if (!isStopped) arm();
  }
  function arm(): void {
    timer = setTimeout(() => void (running = round()), EVERY_MS);
  }
  arm();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
