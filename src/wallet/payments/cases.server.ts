import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { closeCase, closeRefundCases, openCases } from "./case-queries.server.ts";
import { orderLostBack } from "./lost-queries.server.ts";
import { updateSession } from "./queries.server.ts";
import { settleFromBank } from "./reconcile.server.ts";
import { conclude, lockedPayment, settle } from "./settle.server.ts";
import type { Sites } from "../wallets.server.ts";

const SHOWN = 200;

/** What waits for a person, the oldest first, with the reason of each. */
export function listCases(world: World) {
  return openCases(world.database.db, SHOWN);
}

/**
 * What staff decided of a case, in the caller's transaction, which may be repeated: to credit money that somebody else seems to have paid,
 * to send it back, or that the matter is settled elsewhere. A credit comes after it, the end of a claim before (below). Gives the case;
 * undefined where somebody has decided before.
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
  return settle(world, sites, uuid, { readings: null });
}

/**
 * A claim that staff looked into is none (F6), unless the bank, asked once more, says otherwise; where it is away the reconciler asks. Before
 * the transaction that closes its case: the payment is no longer contested then.
 */
export async function endClaim(world: World, sites: Sites, uuid: string): Promise<void> {
  await settleFromBank(world, sites, uuid, { isDenied: true });
}
