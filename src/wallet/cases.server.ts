import { inTransaction, type Transaction } from "../platform/database.server.ts";
import type { World } from "../platform/world.ts";
import { orderLostBack } from "./lost-queries.server.ts";
import { closeCase, closeRefundCases, openCases } from "./case-queries.server.ts";
import { updateSession } from "./payment-queries.server.ts";
import { conclude, lockedPayment, settle } from "./settle.server.ts";
import type { Sites } from "./wallets.server.ts";

const SHOWN = 200;

/** What waits for a person, the oldest first, with the reason of each. */
export function listCases(world: World) {
  return openCases(world.database.db, SHOWN);
}

/**
 * What staff decided: to credit money that somebody else seems to have paid, to send it back, or that the matter is settled elsewhere.
 * Of a contested payment, "noted" ends the claim. False where somebody has decided before.
 */
export async function decideCase(
  world: World,
  sites: Sites,
  id: bigint,
  by: { who: string; decision: "credit" | "refund" | "noted" },
): Promise<boolean> {
  const closed = await inTransaction(world.database, (tx) => closeCaseIn(world, tx, sites, id, by), {
    isRepeatable: true,
  });
  if (closed?.reason === "CONTESTED" && closed.payment_uuid !== null) await endClaim(world, sites, closed.payment_uuid);
  else if (by.decision === "credit" && closed !== undefined && closed.payment_uuid !== null)
    await settleDecided(world, sites, closed.payment_uuid);
  return closed !== undefined;
}

/** The same in the caller's transaction, which may be repeated, but for the credit; gives the case, undefined where somebody has decided before. */
export async function closeCaseIn(
  world: World,
  tx: Transaction,
  sites: Sites,
  id: bigint,
  by: { who: string; decision: "credit" | "refund" | "noted" },
) {
  const found = await closeCase(tx, id, { ...by, at: world.now() });
  if (found === undefined) return found;
  const payment = found.payment_uuid === null ? null : await lockedPayment(tx, found.payment_uuid);
  if (found.session_id !== null && by.decision === "refund") {
    if (found.reason === "REFUND_REFUSED") await updateSession(tx, found.session_id, { refund_next_at: world.now() });
    if (found.reason === "UNKNOWN_PAYMENT") await orderLostBack(tx, found.session_id, world.now());
    // Whoever says that money goes back says it in every case of that money.
    if (found.reason === "PAYER_MISMATCH" || found.reason === "SENT_BACK")
      await closeRefundCases(tx, found.session_id, { ...by, at: world.now() });
  }
  if (payment !== null) await conclude(world, tx, sites, payment);
  return found;
}

/** Money that staff let through is credited once the register has been asked; after the transaction that closed its case. */
export function settleDecided(world: World, sites: Sites, uuid: string): Promise<void> {
  return settle(world, sites, uuid, { readings: [] });
}

/** A claim that staff looked into is none (F6); after the transaction that closed its case. */
export function endClaim(world: World, sites: Sites, uuid: string): Promise<void> {
  return settle(world, sites, uuid, { readings: [], ours: "DENIED" });
}
