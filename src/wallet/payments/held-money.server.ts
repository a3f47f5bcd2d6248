import { moveLimit } from "../../ledger/maximum-balance.server.ts";
import { post } from "../../ledger/posting.server.ts";
import type { RegisterAnswer } from "../../protection/exclusions/registers.server.ts";
import { insertionOf } from "../../loyalty/records.server.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import { HOUR_MS } from "../../platform/durations.ts";
import type { World } from "../../platform/world.ts";
import { suspenseAccount, walletAccount, type Sites } from "../wallets.server.ts";
import { casesOf } from "./cases/case-queries.server.ts";
import { RECEIPT_QUEUE } from "./mails.server.ts";
import { creditKey } from "./payment-names.ts";
import { countForVigilance } from "./postings.server.ts";
import { updateSession, walletHolder, type Payment, type PaymentSession } from "./queries.server.ts";
import { isSentBack, refundReasonOf } from "./sent-back.server.ts";

/** How long a credit waits for a card in a machine or a silent register before the money is sent back. */
const CREDIT_WITHIN_MS = 24 * HOUR_MS;

/** The state of a payment while one settlement runs. */
export type Settlement = { payment: Payment; error: string | null; isReserved: boolean; register: RegisterAnswer };

/** Credits, keeps or sends back the money of each session that is held; returns all sessions as they are then. */
export async function decideAll(
  world: World,
  tx: Transaction,
  sites: Sites,
  settlement: Settlement,
  sessions: PaymentSession[],
): Promise<PaymentSession[]> {
  const cases = await casesOf(tx, settlement.payment.uuid);
  let isCredited = sessions.some((session) => session.outcome === "credited");
  const decided: PaymentSession[] = [];
  for (const session of sessions) {
    const decisions = cases.filter((one) => one.session_id === session.session_id);
    const isUndecided = decisions.some((one) => one.closed_at === null);
    if (session.outcome !== "held" || isUndecided) {
      decided.push(session);
      continue;
    }
    const approvedAt = decisions.find((one) => one.decision === "credit")?.closed_at ?? null;
    const verdict =
      refundReasonOf(decisions, isCredited) ??
      (await verdictOn(world, tx, settlement, { session, approvedAt, isCredited }));
    const outcome = await follow(world, tx, sites, settlement, session, verdict);
    isCredited ||= outcome === "credited";
    decided.push({ ...session, outcome });
  }
  return decided;
}

/** Decides about held money: "credit", "wait", or the reason to send it back. */
async function verdictOn(
  world: World,
  tx: Transaction,
  { payment, register }: Settlement,
  { session, approvedAt, isCredited }: { session: PaymentSession; approvedAt: Date | null; isCredited: boolean },
): Promise<string> {
  if (session.received_minor !== payment.amount_minor) return "AMOUNT_MISMATCH";
  // Staff have returned the credit, so a later payment is not credited.
  if (payment.error === "RETURNED") return "PAID_AFTER_RETURN";
  if (isCredited) return "PAID_TWICE";
  const holder = await walletHolder(tx, payment.membership_id);
  // A holder disabled meanwhile still gets the money that was paid; an excluded one does not.
  if (holder === undefined || holder.excluded_since !== null) return "NOT_ALLOWED";
  const insertion = await insertionOf(tx, payment.membership_id);
  const isInserted = insertion?.site_id === payment.site_id;
  // The bank has sent it back, so there is nothing left to credit.
  if (isSentBack(session)) return "wait";
  if (!isInserted && typeof register !== "string") return "credit";
  // The 24 hours start when staff approved, so that their time is not counted against the member.
  const since = (approvedAt ?? payment.paid_at ?? world.now()).getTime();
  if (world.now().getTime() - since < CREDIT_WITHIN_MS || (!isInserted && register === "unasked")) return "wait";
  return isInserted ? "CARD_INSERTED" : "NOT_ALLOWED";
}

async function follow(
  world: World,
  tx: Transaction,
  sites: Sites,
  settlement: Settlement,
  session: PaymentSession,
  verdict: string,
): Promise<PaymentSession["outcome"]> {
  if (verdict === "wait") return "held";
  if (verdict === "credit" && (await credit(world, tx, sites, settlement, session))) return "credited";
  const reason = verdict === "credit" ? "NO_ROOM" : verdict;
  const back = { outcome: "refund_due", refund_reason: reason, refund_next_at: world.now() } as const;
  await updateSession(tx, session.session_id, back);
  world.metrics.count(`wallet_refunds_due_total{reason="${reason}"}`);
  world.log.error({ payment: settlement.payment.uuid, reason }, "received money will be sent back");
  if (verdict !== "PAID_TWICE" && settlement.error !== "RETURNED") settlement.error = reason;
  return "refund_due";
}

/** Posts the credit, once. Returns false if money that came late is more than the amount available in the wallet. */
async function credit(
  world: World,
  tx: Transaction,
  sites: Sites,
  settlement: Settlement,
  session: PaymentSession,
): Promise<boolean> {
  const { payment } = settlement;
  if (settlement.isReserved) await release(tx, settlement);
  const key = creditKey(payment.uuid);
  const posted = await post(tx, [
    {
      key,
      kind: "top-up",
      asset: payment.currency,
      at: world.now(),
      details: { payment: payment.uuid },
      legs: [
        { account: suspenseAccount(payment.company), amount: -payment.amount_minor },
        { account: walletAccount(payment.membership_id, payment.site_id), amount: payment.amount_minor },
      ],
    },
  ]);
  if ("refusal" in posted) return false;
  await updateSession(tx, session.session_id, { outcome: "credited" });
  settlement.error = null;
  await countForVigilance(world, tx, sites, payment, { kind: "bank_credit", minor: payment.amount_minor, key });
  await world.jobs.send(tx, RECEIPT_QUEUE, { uuid: payment.uuid });
  world.metrics.count("wallet_credits_total");
  return true;
}

/** Releases the payment's reservation; once, because a released reservation is never taken again. */
export async function release(tx: Transaction, settlement: Settlement): Promise<void> {
  const { membership_id: membership, site_id: site, amount_minor: amount } = settlement.payment;
  settlement.isReserved = false;
  await moveLimit(tx, walletAccount(membership, site), amount);
}
