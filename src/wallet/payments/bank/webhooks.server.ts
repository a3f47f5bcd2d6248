import { bodyHash } from "../../../platform/cryptography.server.ts";
import { inTransaction } from "../../../platform/database/database.server.ts";
import type { BankMessage, BankWebhook } from "../../../platform/gateways/bank.ts";
import type { World } from "../../../platform/world.ts";
import { LOST_QUEUE, type LostSession } from "../lost/lost-payments.server.ts";
import { keepWebhook, openCase, subjectOfWebhook } from "../cases/case-queries.server.ts";
import { paymentOf } from "../queries.server.ts";

export const SETTLE_QUEUE = "wallet.settle";
/** About ten minutes of attempts; afterwards the reconciler continues. */
const ATTEMPTS = { retryLimit: 6, retryDelaySeconds: 5 } as const;

/**
 * Takes a webhook of the bank: checks it, stores it for ever, and queues the settlement. A repeated webhook is queued
 * again only while the payment is not paid. Returns "unsigned" also if it is about a payment of another company than
 * that whose application signed it: then nothing is stored.
 */
export async function receiveBankWebhook(
  world: World,
  message: BankMessage,
): Promise<"taken" | "unsigned" | "malformed"> {
  const read = world.gateways.bank.readWebhook(message);
  if (read === "unsigned") return read;
  const { company, webhook } = read;
  if (webhook !== "malformed") return keep(world, message.body, company, webhook);
  await keepSignedRefused(world, message.body, company, "GARBLED");
  return "malformed";
}

/** Stores the hash of a signed body that is too large. Returns false if it is not signed for this installation. */
export async function storeLargeWebhook(world: World, message: BankMessage): Promise<boolean> {
  const read = world.gateways.bank.readWebhook(message);
  if (read === "unsigned") return false;
  await keepSignedRefused(world, message.body, read.company, "TOO_LARGE");
  return true;
}

async function keep(
  world: World,
  body: Uint8Array,
  company: string,
  webhook: BankWebhook,
): Promise<"taken" | "unsigned"> {
  const { sessionId, status, state, fact } = webhook;
  const at = world.now();
  const kept = { session_id: sessionId, status, state, fact, company, poison: null, body_hash: bodyHash(body) };
  return inTransaction(world.database, async (tx) => {
    const known = await subjectOfWebhook(tx, sessionId, state);
    if (known !== null && known.company !== company) {
      world.metrics.count("bank_notices_foreign_total");
      return "unsigned";
    }
    const uuid = known?.uuid ?? null;
    const { deliveries } = await keepWebhook(tx, { ...kept, received_at: at, last_received_at: at });
    if (deliveries > 1) {
      world.metrics.count("bank_notices_again_total");
      // A repeated webhook may only now be true: one that said "paid" too early is sent again after the payment.
      if (uuid === null || (await paymentOf(tx, uuid))?.status === "PAID") return "taken";
    }
    if (uuid !== null) {
      await world.jobs.send(tx, SETTLE_QUEUE, { uuid }, { ...ATTEMPTS, singletonKey: uuid });
      return "taken";
    }
    // An unknown payment, for example after a restore from a backup: open a case, and read its money at the bank.
    await openCase(tx, { payment_uuid: null, company, session_id: sessionId, reason: "UNKNOWN_PAYMENT" }, at);
    const lost: LostSession = { company, sessionId };
    await world.jobs.send(tx, LOST_QUEUE, lost, { ...ATTEMPTS, singletonKey: sessionId });
    return "taken";
  });
}

async function keepSignedRefused(
  world: World,
  body: Uint8Array,
  company: string,
  poison: "GARBLED" | "TOO_LARGE",
): Promise<void> {
  const at = world.now();
  const nothing = { session_id: null, status: null, state: null, fact: null, company };
  await inTransaction(world.database, async (tx) => {
    const kept = { ...nothing, poison, body_hash: bodyHash(body), received_at: at, last_received_at: at };
    const { id, deliveries } = await keepWebhook(tx, kept);
    // A repetition by the bank must not reopen a case that staff closed.
    if (deliveries > 1) return;
    const about = { payment_uuid: null, company, session_id: null, notice_id: id } as const;
    await openCase(tx, { ...about, reason: "POISON_NOTICE" }, at);
    world.metrics.count('payment_cases_total{reason="POISON_NOTICE"}');
    world.log.error({ notice: String(id), poison }, "a signed webhook of the bank is malformed or too large");
  });
  world.metrics.count("bank_notices_poison_total");
}
