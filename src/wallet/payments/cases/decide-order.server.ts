import { isUuid } from "../../../platform/uuid.ts";
import { post } from "../../../ledger/posting.server.ts";
import { audit } from "../../../staff/audit.server.ts";
import { may, type Desk } from "../../../staff/operator.ts";
import { inTransaction, type Transaction } from "../../../platform/database/database.server.ts";
import type { World } from "../../../platform/world.ts";
import type { Venue } from "../../../venues/venue.ts";
import { carryOutBatch } from "../lost/batches.server.ts";
import { closeCaseIn, settleDecided } from "./cases.server.ts";
import { DONE, FORBIDDEN, isOwnOrder, subjectOf, UNKNOWN, type Done } from "./desk-orders.server.ts";
import { openCaseAt } from "./case-queries.server.ts";
import { endOrder, lockOrder, ordersForSameMoney, type PaymentOrder } from "./order-queries.server.ts";
import { creditedSession, updatePayment, updateSession } from "../queries.server.ts";
import { applyFacts, lockedPayment } from "../settle.server.ts";
import { suspenseAccount, walletAccount, type Sites } from "../../wallets.server.ts";

/**
 * Decides an order. Approving carries it out in the same transaction; a credit follows right after, once the exclusion
 * register was asked. Otherwise the order ends: one's own is withdrawn, another's is rejected. Refuses "same_person" if
 * the approver, or anybody who counts as the same person (`countAsOnePerson`), ever asked for this money.
 */
export async function decideOrder(
  world: World,
  sites: Sites,
  { operator, venue }: Desk<Venue>,
  { id, approves }: { id: string; approves: boolean },
): Promise<Done> {
  if (!may(operator, "PAYMENTS", venue.projectId)) return FORBIDDEN;
  if (!isUuid(id)) return UNKNOWN;
  const done = await inTransaction(
    world.database,
    async (tx): Promise<Done & { toCredit?: string | null }> => {
      const order = await lockOrder(tx, venue, id);
      if (order === undefined) return UNKNOWN;
      const isOwn = isOwnOrder(order, operator);
      // Somebody who asked before for this money is not a second person, even if another operator asked again
      // meanwhile.
      const asked = approves ? await ordersForSameMoney(tx, order) : [];
      if (asked.some((one) => isOwnOrder(one, operator))) return { refusal: "same_person" };
      if (approves) {
        const carried = await carryOut(world, tx, sites, { order, venue, who: operator.name });
        if ("refusal" in carried) return carried;
      }
      const verdict = approves ? "approved" : isOwn ? "withdrawn" : "rejected";
      const end = {
        ended_at: world.now(),
        ended_by: operator.name,
        ended_session: operator.sessionId,
        verdict,
      } as const;
      await endOrder(tx, id, end);
      await audit(world, tx, operator, {
        projectId: venue.projectId,
        action: `payment.order_${verdict}`,
        subject: subjectOf(order.payment_uuid, order.case_id, id),
        before: { order: id, decision: order.decision, asked_by: order.asked_by },
        after: { verdict },
      });
      return { ...DONE, toCredit: approves && order.decision === "credit" ? order.payment_uuid : null };
    },
    { isRepeatable: true },
  );
  if ("toCredit" in done && typeof done.toCredit === "string") await settleDecided(world, sites, done.toCredit);
  return "ok" in done ? DONE : done;
}

async function carryOut(
  world: World,
  tx: Transaction,
  sites: Sites,
  { order, venue, who }: { order: PaymentOrder; venue: Venue; who: string },
): Promise<Done> {
  const { case_id: caseId, payment_uuid: uuid, decision } = order;
  if (caseId === null)
    return uuid === null ? carryOutBatch(world, tx, venue, order.id) : returnCredit(world, tx, sites, uuid);
  const found = await openCaseAt(tx, venue, caseId);
  // The bank has sent the money back while the wallet still holds it. Take it out of the wallet as for a return; the
  // refund's key stops the bank from sending it twice.
  if (found?.reason === "SENT_BACK" && found.outcome === "credited" && uuid !== null) {
    const returned = await returnCredit(world, tx, sites, uuid);
    if ("refusal" in returned) return returned;
  }
  return (await closeCaseIn(world, tx, sites, caseId, { who, decision })) ? DONE : UNKNOWN;
}

/**
 * Takes a credited top-up out of the wallet and orders its refund. The posting's key makes it happen once. Refused if
 * the wallet no longer holds the amount.
 */
async function returnCredit(world: World, tx: Transaction, sites: Sites, uuid: string): Promise<Done> {
  const payment = await lockedPayment(tx, uuid);
  const session = payment === null ? undefined : await creditedSession(tx, uuid);
  if (payment === null || session === undefined) return { refusal: "not_credited" };
  const posted = await post(tx, [
    {
      key: `pay:${uuid}:return`,
      kind: "top-up-return",
      asset: payment.currency,
      at: world.now(),
      details: { payment: uuid },
      legs: [
        { account: walletAccount(payment.membership_id, payment.site_id), amount: -payment.amount_minor },
        { account: suspenseAccount(payment.company), amount: payment.amount_minor },
      ],
    },
  ]);
  if ("refusal" in posted) return { refusal: "money_spent" };
  const back = { outcome: "refund_due", refund_reason: "RETURNED", refund_next_at: world.now() } as const;
  await updateSession(tx, session.session_id, back);
  await updatePayment(tx, uuid, { error: "RETURNED" });
  await applyFacts(world, tx, sites, { ...payment, error: "RETURNED" });
  return DONE;
}
