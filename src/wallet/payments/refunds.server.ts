import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { mailSenderOf, queueMailAboutRefund } from "./mails.server.ts";
import { openCase } from "./cases/case-queries.server.ts";
import { askCompanyBank, countBankFailures } from "./bank/company-banks.server.ts";
import { lockSession, paymentOf, takeDueRefund, updateSession } from "./queries.server.ts";
import { refundKey } from "./sent-back.server.ts";
import { countForVigilance, postOrThrow } from "./postings.server.ts";
import { applyFacts, lockedPayment } from "./settle.server.ts";
import { bankAccount, suspenseAccount, type Sites } from "../wallets.server.ts";

/** The refunds of one round; the next round continues. */
const AT_ONCE = 50;
/** How long a claimed refund is reserved for its caller; longer than all calls of the adapter together can take. */
const AGAIN_MS = 120_000;

/**
 * Sends due refunds to the bank. Each is claimed just before it is sent, so that no other node sends the same one while
 * the bank is slow. The bank is asked under a key, so it sends once whatever is repeated; then the money leaves our
 * books under a key. A definite refusal becomes a case for staff.
 */
export async function sendRefunds(world: World, sites: Sites): Promise<void> {
  const failures = countBankFailures();
  for (let asked = 0; asked < AT_ONCE; asked += 1) {
    const now = world.now();
    const nextAt = new Date(now.getTime() + AGAIN_MS);
    const due = await takeDueRefund(world.database.db, { now, nextAt, except: failures.away() });
    if (due === undefined) return;
    failures.note(due.company, await sendBack(world, sites, due));
  }
}

type Due = NonNullable<Awaited<ReturnType<typeof takeDueRefund>>>;

/** Returns false if the outcome is unknown; the refund is tried again under the same key. */
async function sendBack(world: World, sites: Sites, due: Due): Promise<boolean> {
  const { session_id: sessionId, payment_uuid: uuid, received_minor: amount, company } = due;
  if (amount === null) return true;
  const order = { sessionId, amountMinor: amount, key: refundKey(sessionId) };
  const sent = await askCompanyBank(world, company, (bank) => bank.refund(order)).catch((error: unknown) => {
    world.log.warn({ err: error, payment: uuid }, "the outcome of a refund is not known");
    return null;
  });
  if (sent !== null) await book(world, sites, due, sent === "refused" ? null : sent.refundId);
  return sent !== null;
}

/** Money of an unknown payment is sent back without a mail, because its owner is unknown. */
async function book(
  world: World,
  sites: Sites,
  { payment_uuid: uuid, session_id: sessionId, company }: Due,
  refundId: string | null,
): Promise<void> {
  const known = uuid === null ? undefined : await paymentOf(world.database.db, uuid);
  const sender = known === undefined ? null : await mailSenderOf(world, sites, known);
  await inTransaction(
    world.database,
    async (tx) => {
      const payment = uuid === null ? null : await lockedPayment(tx, uuid);
      const session = await lockSession(tx, sessionId);
      if (session.outcome !== "refund_due" || session.received_minor === null) return;
      if (refundId === null) return refuse(world, tx, { uuid, sessionId, company });
      const name = uuid ?? session.reference ?? "";
      const key = `pay:${name}:${sessionId}:refund`;
      await postOrThrow(world, tx, {
        key,
        kind: "bank-refund",
        payment: { uuid: name, currency: "EUR" },
        from: suspenseAccount(company),
        to: bankAccount(company),
        amount: session.received_minor,
      });
      await updateSession(tx, sessionId, { outcome: "refunded", refund_id: refundId, refund_next_at: null });
      world.metrics.count("wallet_refunds_total");
      if (payment === null) return;
      await countForVigilance(world, tx, sites, payment, { kind: "refund", minor: session.received_minor, key });
      if (sender !== null) await queueMailAboutRefund(world, tx, sender, payment, session);
      await applyFacts(world, tx, sites, payment);
    },
    { isRepeatable: true },
  );
}

async function refuse(
  world: World,
  tx: Transaction,
  { uuid, sessionId, company }: { uuid: string | null; sessionId: string; company: string },
): Promise<void> {
  await updateSession(tx, sessionId, { refund_next_at: null });
  const about = { session_id: sessionId, reason: "REFUND_REFUSED" } as const;
  await openCase(
    tx,
    { ...about, ...(uuid === null ? { payment_uuid: null, company } : { payment_uuid: uuid }) },
    world.now(),
  );
  world.log.error({ payment: uuid }, "the bank refused a refund");
}
