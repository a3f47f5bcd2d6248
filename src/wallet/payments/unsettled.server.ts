import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { openCase } from "./cases/case-queries.server.ts";
import { againAt } from "./check-times.ts";
import { paymentOf, updatePayment } from "./queries.server.ts";

/** A payment that cannot be settled for this long becomes a case for staff. */
const GRACE_MS = 600_000;

/**
 * Records that our own books refuse a payment: schedules another attempt, and opens a case after ten minutes. Returns
 * false if the payment does not exist.
 */
export async function noteUnsettled(world: World, uuid: string): Promise<boolean> {
  world.metrics.count("payments_unsettled_total");
  return inTransaction(world.database, async (tx) => {
    const payment = await paymentOf(tx, uuid);
    if (payment === undefined) return false;
    const now = world.now();
    const since = payment.unsettled_since ?? now;
    await updatePayment(tx, uuid, { unsettled_since: since, next_check_at: againAt(payment.created_at, now) });
    if (now.getTime() - since.getTime() < GRACE_MS) return true;
    if (await openCase(tx, { payment_uuid: uuid, session_id: null, reason: "UNSETTLED" }, now))
      world.metrics.count('payment_cases_total{reason="UNSETTLED"}');
    return true;
  });
}
