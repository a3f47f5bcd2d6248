import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { PaymentCasesTable } from "../../../db/tables.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { BankGateway } from "../../platform/gateways/bank.ts";
import type { World } from "../../platform/world.ts";
import { casesOf, openCase } from "./cases/case-queries.server.ts";
import type { PaymentSession } from "./queries.server.ts";

type Case = Selectable<PaymentCasesTable>;

/** The key of a session's refund at the bank, always the same: at most 35 letters and digits. */
export function refundKey(sessionId: string): string {
  return `R${createHash("sha256").update(sessionId).digest("hex").slice(0, 32)}`;
}

/** Those of a company's sessions that the bank has sent back on our order. Throws if it cannot be reached. */
export async function sentBackAmong(bank: BankGateway, sessionIds: readonly string[]): Promise<string[]> {
  const sentBack: string[] = [];
  for (const id of sessionIds) if ((await bank.refundKeys(id)).includes(refundKey(id))) sentBack.push(id);
  return sentBack;
}

/** True for money that the bank has sent back but our books still hold, because a restore lost the decision. */
export function isSentBack({ outcome, refund_seen_at: seenAt }: PaymentSession): boolean {
  return seenAt !== null && (outcome === "held" || outcome === "credited");
}

/** Opens a case for each such session, once. */
export async function openSentBackCases(
  world: World,
  tx: Transaction,
  uuid: string,
  sessions: readonly PaymentSession[],
): Promise<void> {
  const ids = sessions.filter(isSentBack).map(({ session_id: id }) => id);
  if (ids.length === 0) return;
  const cases = await casesOf(tx, uuid);
  const isTold = (id: string) => cases.some((one) => one.session_id === id && one.reason === "SENT_BACK");
  for (const id of ids.filter((one) => !isTold(one))) {
    await openCase(tx, { payment_uuid: uuid, session_id: id, reason: "SENT_BACK" }, world.now());
    world.metrics.count('payment_cases_total{reason="SENT_BACK"}');
    world.log.error({ payment: uuid }, "the bank has sent back money that our books still hold");
  }
}

/** The reason for a refund that staff decided in a case, or null. */
export function refundReasonOf(
  cases: readonly Pick<Case, "decision" | "reason">[],
  isCredited: boolean,
): "PAYER_MISMATCH" | "PAID_TWICE" | "RETURNED" | null {
  const wanted = cases.filter(({ decision }) => decision === "refund");
  if (wanted.length === 0) return null;
  if (wanted.some(({ reason }) => reason !== "SENT_BACK")) return "PAYER_MISMATCH";
  return isCredited ? "PAID_TWICE" : "RETURNED";
}
