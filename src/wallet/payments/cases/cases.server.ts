import type { Transaction } from "../../../platform/database/database.server.ts";
import type { World } from "../../../platform/world.ts";
import { closeCase, closeRefundCases, openCases } from "./case-queries.server.ts";
import { markLostForRefund } from "../lost/lost-queries.server.ts";
import { updateSession } from "../queries.server.ts";
import { settleFromBank } from "../reconcile.server.ts";
import { applyFacts, lockedPayment, settle } from "../settle.server.ts";
import type { Sites } from "../../wallets.server.ts";

const SHOWN = 200;

/** Open cases with their reasons, oldest first. */
export function listCases(world: World) {
  return openCases(world.database.db, SHOWN);
}

/**
 * Applies a decision of staff to a case, inside the caller's transaction, which may be retried: credit the money
 * although the payer's name differs, send it back, or note that it was handled elsewhere. A credit follows after the
 * transaction (`settleDecided`); a claim is ended before it (`endClaim`). Returns the case, or undefined if it was
 * closed before.
 */
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
    if (found.reason === "UNKNOWN_PAYMENT") await markLostForRefund(tx, found.session_id, world.now());
    // A decision to send money back closes every case about the same money.
    if (found.reason === "PAYER_MISMATCH" || found.reason === "SENT_BACK")
      await closeRefundCases(tx, found.session_id, { ...by, at: world.now() });
  }
  if (payment !== null) await applyFacts(world, tx, sites, payment);
  return found;
}

/**
 * Credits money that staff approved, after asking the exclusion register. Call it after the transaction that closed the
 * case.
 */
export function settleDecided(world: World, sites: Sites, uuid: string): Promise<void> {
  return settle(world, sites, uuid, { readings: null });
}

/**
 * Ends a webhook's claim that a payment was paid, after staff found it wrong. The bank is asked once more and may still
 * confirm it; if it cannot be reached, the reconciler asks later. Call it before the transaction that closes the case,
 * so that the payment is no longer contested.
 */
export async function endClaim(world: World, sites: Sites, uuid: string): Promise<void> {
  await settleFromBank(world, sites, uuid, { isDenied: true });
}
