import { createHash } from "node:crypto";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { BankWebhook } from "../../platform/gateways.ts";
import type { World } from "../../platform/world.ts";
import { LOST_QUEUE } from "./lost-payments.server.ts";
import { keepNotice, openCase, paymentOfNotice } from "./case-queries.server.ts";
import { paymentOf } from "./queries.server.ts";

export const SETTLE_QUEUE = "wallet.settle";
/** About ten minutes of attempts; afterwards the reconciler continues. */
const ATTEMPTS = { retryLimit: 6, retryDelaySeconds: 5 } as const;

type Message = { headers: Headers; body: Uint8Array; target: string };

/**
 * Takes a webhook of the bank: checks it, stores it for ever, and queues the settlement. A repeated webhook is queued
 * again only while the payment is not paid. Returns "unwanted" if no bank is configured.
 */
export async function takeBankWebhook(
  world: World,
  message: Message,
): Promise<"taken" | "unsigned" | "garbled" | "unwanted"> {
  const notice = world.gateways.bank?.readNotice(message) ?? "unwanted";
  if (notice === "unwanted" || notice === "unsigned") return notice;
  if (notice === "garbled") {
    await keepPoison(world, message.body, "GARBLED");
    return "garbled";
  }
  await keep(world, message.body, notice);
  return "taken";
}

/** Stores the hash of a signed body that is too large. Returns false if it is not signed for this installation. */
export async function storeLargeWebhook(world: World, message: Message): Promise<boolean> {
  const notice = world.gateways.bank?.readNotice(message) ?? "unsigned";
  if (notice === "unsigned") return false;
  await keepPoison(world, message.body, "TOO_LARGE");
  return true;
}

async function keep(world: World, body: Uint8Array, notice: BankWebhook): Promise<void> {
  const { sessionId, status, state, fact } = notice;
  const at = world.now();
  const kept = { session_id: sessionId, status, state, fact, poison: null, body_hash: hashOf(body) };
  await inTransaction(world.database, async (tx) => {
    const { deliveries } = await keepNotice(tx, { ...kept, received_at: at, last_received_at: at });
    const uuid = await paymentOfNotice(tx, sessionId, state);
    if (deliveries > 1) {
      world.metrics.count("bank_notices_again_total");
      // A repeated webhook may only now be true: one that said "paid" too early is sent again after the payment.
      if (uuid === null || (await paymentOf(tx, uuid))?.status === "PAID") return;
    }
    if (uuid !== null)
      return void (await world.jobs.send(tx, SETTLE_QUEUE, { uuid }, { ...ATTEMPTS, singletonKey: uuid }));
    // An unknown payment, for example after a restore from a backup: open a case, and read its money at the bank.
    await openCase(tx, { payment_uuid: null, session_id: sessionId, reason: "UNKNOWN_PAYMENT" }, at);
    await world.jobs.send(tx, LOST_QUEUE, { sessionId }, { ...ATTEMPTS, singletonKey: sessionId });
  });
}

async function keepPoison(world: World, body: Uint8Array, poison: "GARBLED" | "TOO_LARGE"): Promise<void> {
  const at = world.now();
  const nothing = { session_id: null, status: null, state: null, fact: null };
  await inTransaction(world.database, async (tx) => {
    const kept = { ...nothing, poison, body_hash: hashOf(body), received_at: at, last_received_at: at };
    const { id, deliveries } = await keepNotice(tx, kept);
    // A repetition by the bank must not reopen a case that staff closed.
    if (deliveries > 1) return;
    await openCase(tx, { payment_uuid: null, session_id: null, notice_id: id, reason: "POISON_NOTICE" }, at);
    world.metrics.count('payment_cases_total{reason="POISON_NOTICE"}');
    world.log.error({ notice: String(id), poison }, "a signed webhook of the bank cannot be read");
  });
  world.metrics.count("bank_notices_poison_total");
}

function hashOf(body: Uint8Array): Uint8Array {
  return createHash("sha256").update(body).digest();
}
