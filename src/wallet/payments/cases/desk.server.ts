import { isUuid } from "../../../platform/uuid.ts";
import { audit } from "../../../staff/audit.server.ts";
import { may, type Desk } from "../../../staff/operator.ts";
import { inTransaction } from "../../../platform/database/database.server.ts";
import type { World } from "../../../platform/world.ts";
import type { Venue } from "../../../venues/venue.ts";
import { confirmedAtDesk, type Confirmed } from "../lost/batches.server.ts";
import { closeCaseIn, endClaim } from "./cases.server.ts";
import { askForApproval, DONE, FORBIDDEN, isOwnOrder, subjectOf, UNKNOWN, type Done } from "./desk-orders.server.ts";
import { casesOfPayment, openCaseAt, openCasesOf, type DeskCase } from "./case-queries.server.ts";
import { ordersAt } from "./order-queries.server.ts";
import {
  latestPayments,
  paymentAtSite,
  paymentsBeginning,
  waitingPayments,
  type DeskPayment,
} from "../site-payment-queries.server.ts";
import { beginningOf } from "../payment-names.ts";
import { sessionsOf } from "../queries.server.ts";
import type { Sites } from "../../wallets.server.ts";

export type { DeskCase, DeskPayment };
export type OpenCase = DeskCase & { decisions: ReturnType<typeof decisionsFor> };
export type DeskOrder = Awaited<ReturnType<typeof ordersAt>>[number] & { isOwn: boolean };

const SHOWN = 200;
const LATEST = 50;

/**
 * The decisions that a case allows, by its reason. A decision that moves money takes two people. Money of an unknown
 * payment can only be sent back while we hold it; without money, the case is only noted. Money that the bank has sent
 * back already leaves our books, or the case is noted if the member keeps the credit.
 */
export function decisionsFor({
  reason,
  outcome,
}: Pick<DeskCase, "reason" | "outcome">): readonly ("credit" | "refund" | "noted")[] {
  if (reason === "PAYER_MISMATCH") return ["credit", "refund"];
  if (reason === "REFUND_REFUSED") return ["refund", "noted"];
  if (reason === "SENT_BACK" && outcome === "credited") return ["refund", "noted"];
  const isHeld = (reason === "UNKNOWN_PAYMENT" || reason === "SENT_BACK") && outcome === "held";
  return isHeld ? ["refund"] : ["noted"];
}

/**
 * The desk's list of a venue's payments: open cases, orders waiting for a second person, lost payments that the
 * bank confirms, open payments, and the latest ones.
 */
export async function paymentsAtDesk(
  world: World,
  { operator, venue }: Desk<Venue>,
): Promise<{
  cases: OpenCase[];
  orders: DeskOrder[];
  confirmed: Confirmed;
  waiting: DeskPayment[];
  latest: DeskPayment[];
}> {
  const { db } = world.database;
  const [cases, orders, waiting, latest] = await Promise.all([
    openCasesOf(db, venue, SHOWN),
    ordersAt(db, venue, SHOWN),
    waitingPayments(db, venue.siteId, SHOWN),
    latestPayments(db, venue.siteId, LATEST),
  ]);
  return {
    cases: cases.map((one) => ({ ...one, decisions: decisionsFor(one) })),
    confirmed: await confirmedAtDesk(world, venue, orders),
    waiting,
    latest,
    orders: orders.map((order) => ({ ...order, isOwn: isOwnOrder(order, operator) })),
  };
}

/** The payments of this venue that a reference names, as it stands in mails, wallets and bank statements. */
export async function findPayments(world: World, { venue }: Desk<Venue>, reference: string): Promise<DeskPayment[]> {
  const digits = beginningOf(reference);
  return digits === null ? [] : paymentsBeginning(world.database.db, venue.siteId, digits, SHOWN);
}

/** A payment of this venue with its sessions, cases and open orders, or null. */
export async function paymentAtDesk(world: World, { operator, venue }: Desk<Venue>, uuid: string) {
  const { db } = world.database;
  const payment = isUuid(uuid) ? await paymentAtSite(db, venue.siteId, uuid) : undefined;
  if (payment === undefined) return null;
  const [cases, sessions, orders] = await Promise.all([
    casesOfPayment(db, uuid),
    sessionsOf(db, uuid),
    ordersAt(db, venue, SHOWN),
  ]);
  const own = orders.filter((order) => order.payment_uuid === uuid);
  return {
    payment,
    cases,
    sessions: sessions.map((session) => ({
      receivedMinor: session.received_minor,
      outcome: session.outcome,
      whyBack: session.refund_reason,
      seenAt: session.seen_at,
    })),
    orders: own.map((order) => ({ ...order, isOwn: isOwnOrder(order, operator) })),
    mayReturn: payment.transaction_status === "SUCCESS" && own.length === 0,
  };
}

/**
 * Closes a case as handled elsewhere. No money moves, so one person suffices. For a contested payment it ends the
 * claim, unless the bank confirms it.
 */
export async function noteCase(
  world: World,
  sites: Sites,
  { operator, venue }: Desk<Venue>,
  id: string,
): Promise<Done> {
  if (!may(operator, "PAYMENTS", venue.projectId)) return FORBIDDEN;
  if (!isCaseId(id)) return UNKNOWN;
  const asked = await openCaseAt(world.database.db, venue, BigInt(id));
  if (asked?.reason === "CONTESTED" && asked.payment_uuid !== null) await endClaim(world, sites, asked.payment_uuid);
  return inTransaction(
    world.database,
    async (tx): Promise<Done> => {
      const found = await openCaseAt(tx, venue, BigInt(id));
      if (found === undefined) return UNKNOWN;
      if (!decisionsFor(found).includes("noted")) return { refusal: "not_this_decision" };
      if (!(await closeCaseIn(world, tx, sites, found.id, { who: operator.name, decision: "noted" }))) return UNKNOWN;
      await audit(world, tx, operator, {
        projectId: venue.projectId,
        action: "payment.note_case",
        subject: subjectOf(found.payment_uuid, found.id),
        before: { case: String(found.id), reason: found.reason },
        after: { decision: "noted" },
      });
      return DONE;
    },
    { isRepeatable: true },
  );
}

/** Asks to credit or send back the money of a case. Another person has to approve. */
export async function orderForCase(
  world: World,
  desk: Desk<Venue>,
  { caseId, decision }: { caseId: string; decision: "credit" | "refund" },
): Promise<Done> {
  const { operator, venue } = desk;
  if (!may(operator, "PAYMENTS", venue.projectId)) return FORBIDDEN;
  if (!isCaseId(caseId)) return UNKNOWN;
  return inTransaction(world.database, async (tx): Promise<Done> => {
    const found = await openCaseAt(tx, venue, BigInt(caseId));
    if (found === undefined) return UNKNOWN;
    if (!decisionsFor(found).includes(decision)) return { refusal: "not_this_decision" };
    const asked = await askForApproval(world, tx, desk, {
      payment_uuid: found.payment_uuid,
      case_id: found.id,
      decision,
    });
    return "id" in asked ? DONE : asked;
  });
}

/** Asks to send a credited top-up back to the payer's bank account. Another person has to approve. */
export async function orderReturn(world: World, desk: Desk<Venue>, uuid: string): Promise<Done> {
  const { operator, venue } = desk;
  if (!may(operator, "PAYMENTS", venue.projectId)) return FORBIDDEN;
  if (!isUuid(uuid)) return UNKNOWN;
  return inTransaction(world.database, async (tx): Promise<Done> => {
    const payment = await paymentAtSite(tx, venue.siteId, uuid);
    if (payment === undefined) return UNKNOWN;
    if (payment.transaction_status !== "SUCCESS") return { refusal: "not_credited" };
    const asked = await askForApproval(world, tx, desk, { payment_uuid: uuid, case_id: null, decision: "refund" });
    return "id" in asked ? DONE : asked;
  });
}

function isCaseId(text: string): boolean {
  return /^[1-9][0-9]{0,17}$/.test(text);
}
