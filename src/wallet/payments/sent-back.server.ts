import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { PaymentCasesTable } from "../../../db/tables.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { BankGateway } from "../../platform/gateways.ts";
import type { World } from "../../platform/world.ts";
import { casesOf, openCase } from "./case-queries.server.ts";
import type { PaymentSession } from "./queries.server.ts";

type Case = Selectable<PaymentCasesTable>;

/** What names the refund of a session at the bank, for ever (I15): at most 35 letters and digits. */
export function refundKey(sessionId: string): string {
  return `R${createHash("sha256").update(sessionId).digest("hex").slice(0, 32)}`;
}

/** Which of these sessions the bank has sent back because we once asked it to. Throws where it cannot be asked. */
export async function sentBackAmong(bank: BankGateway, sessionIds: readonly string[]): Promise<string[]> {
  const sentBack: string[] = [];
  for (const id of sessionIds) if ((await bank.refundKeys(id)).includes(refundKey(id))) sentBack.push(id);
  return sentBack;
}

/** True for money that the bank has sent back and our books still have: of who decided that a restore left nothing (F29). */
export function isSentBack({ outcome, refund_seen_at: seenAt }: PaymentSession): boolean {
  return seenAt !== null && (outcome === "held" || outcome === "credited");
}

/** Makes such money a person's, once. */
export async function tellSentBack(
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
    world.log.error({ payment: uuid }, "the bank has sent back what our books still have (F29)");
  }
}

/** Why money goes back of which staff said so in a case of its own; null where they did not. */
export function wantedBack(
  cases: readonly Pick<Case, "decision" | "reason">[],
  isCredited: boolean,
): "PAYER_MISMATCH" | "PAID_TWICE" | "RETURNED" | null {
  const wanted = cases.filter(({ decision }) => decision === "refund");
  if (wanted.length === 0) return null;
  if (wanted.some(({ reason }) => reason !== "SENT_BACK")) return "PAYER_MISMATCH";
  return isCredited ? "PAID_TWICE" : "RETURNED";
}
