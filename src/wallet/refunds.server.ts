import { createHash } from "node:crypto";
import { inTransaction } from "../platform/database.server.ts";
import type { World } from "../platform/world.ts";
import { openCase, sessionsOf, takeDueRefunds, updateSession } from "./payment-queries.server.ts";
import { conclude, lockedPayment, postWhole } from "./settle.server.ts";
import { BANK_ACCOUNT, SUSPENSE_ACCOUNT, type Sites } from "./wallets.server.ts";

const AT_ONCE = 50;
/** A refund that is being asked for is nobody else's for so long, and asked for again then. */
const AGAIN_MS = 120_000;

/** What names the refund of a session at the bank, for ever (I15): at most 35 letters and digits. */
export function refundKey(sessionId: string): string {
  return `R${createHash("sha256").update(sessionId).digest("hex").slice(0, 32)}`;
}

/**
 * Sends back what may not be kept (G143, G145, F3): the bank is asked under a key, so that whatever is repeated it sends once; then the money
 * leaves our books under a key too. What the bank refuses for good waits for a person.
 */
export async function sendRefunds(world: World, sites: Sites): Promise<void> {
  const bank = world.gateways.bank;
  if (bank === null) return;
  const now = world.now();
  const due = await takeDueRefunds(world.database.db, now, new Date(now.getTime() + AGAIN_MS), AT_ONCE);
  for (const { session_id: sessionId, payment_uuid: uuid, received_minor: amount } of due) {
    if (amount === null) continue;
    const order = { sessionId, amountMinor: amount, key: refundKey(sessionId) };
    const sent = await bank.refund(order).catch((error: unknown) => {
      world.log.warn({ err: error, payment: uuid }, "the outcome of a refund is not known");
      return null;
    });
    if (sent !== null) await book(world, sites, uuid, sessionId, sent === "refused" ? null : sent.refundId);
  }
}

async function book(
  world: World,
  sites: Sites,
  uuid: string,
  sessionId: string,
  refundId: string | null,
): Promise<void> {
  await inTransaction(
    world.database,
    async (tx) => {
      const payment = await lockedPayment(tx, uuid);
      const session = (await sessionsOf(tx, uuid)).find(({ session_id: id }) => id === sessionId);
      if (payment === null || session?.outcome !== "refund_due" || session.received_minor === null) return;
      if (refundId === null) {
        await updateSession(tx, sessionId, { refund_next_at: null });
        await openCase(tx, { payment_uuid: uuid, session_id: sessionId, reason: "REFUND_REFUSED" }, world.now());
        world.log.error({ payment: uuid }, "the bank refuses a refund");
        return;
      }
      await postWhole(world, tx, {
        key: `pay:${uuid}:${sessionId}:refund`,
        kind: "bank-refund",
        payment,
        from: SUSPENSE_ACCOUNT,
        to: BANK_ACCOUNT,
        amount: session.received_minor,
      });
      await updateSession(tx, sessionId, { outcome: "refunded", refund_id: refundId, refund_next_at: null });
      world.metrics.count("wallet_refunds_total");
      await conclude(world, tx, sites, payment);
    },
    { isRepeatable: true },
  );
}
