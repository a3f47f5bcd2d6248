import { audit } from "../../../staff/audit.server.ts";
import { may, type Desk } from "../../../staff/operator.ts";
import { inTransaction, type Transaction } from "../../../platform/database/database.server.ts";
import type { World } from "../../../platform/world.ts";
import { venueOrigin } from "../../../venues/addresses/origins.server.ts";
import type { Venue } from "../../../venues/venue.ts";
import type { PaymentOrder } from "../cases/order-queries.server.ts";
import {
  confirmedLines,
  countConfirmed,
  countLines,
  forgetWallet,
  insertLines,
  isInOpenOrder,
  linesOfOrder,
  lockConfirmed,
  remakePayments,
  type ConfirmedLine,
} from "./batch-queries.server.ts";
import { openCase } from "../cases/case-queries.server.ts";
import { askForApproval, DONE, FORBIDDEN, isBatch, UNKNOWN, type Done } from "../cases/desk-orders.server.ts";

/** The most that one request credits, so that a person can look it through. */
const LINES_MAX = 500;

export type Confirmed = { lines: ConfirmedLine[]; isOrdered: boolean };

/**
 * The venue's payments that a restore lost and the bank confirms: those of the open request to credit them, else all
 * that may be asked for now.
 */
export async function confirmedAtDesk(
  world: World,
  venue: Venue,
  orders: readonly Pick<PaymentOrder, "id" | "payment_uuid" | "case_id">[],
): Promise<Confirmed> {
  const { db } = world.database;
  const order = orders.find(isBatch);
  if (order !== undefined) return { lines: await linesOfOrder(db, venue, order.id), isOrdered: true };
  return { lines: await confirmedLines(db, venue, LINES_MAX), isOrdered: false };
}

/** How many payments of all venues wait to be credited together. */
export function confirmedEverywhere(world: World): Promise<number> {
  return countConfirmed(world.database.db);
}

/** Asks to credit the venue's confirmed payments, all of them. Another person has to approve. */
export async function orderBatch(world: World, desk: Desk<Venue>): Promise<Done> {
  const { operator, venue } = desk;
  if (!may(operator, "PAYMENTS", venue.projectId)) return FORBIDDEN;
  return inTransaction(world.database, async (tx): Promise<Done> => {
    await lockConfirmed(tx, venue);
    const found = await confirmedLines(tx, venue, LINES_MAX);
    const lines = found.filter((line) => line.account_id !== null);
    if (lines.length === 0) return UNKNOWN;
    const about = { payment_uuid: null, case_id: null, decision: "credit" } as const;
    const asked = await askForApproval(world, tx, desk, about, {
      payments: lines.map(({ reference }) => reference),
      total_minor: String(totalOf(lines)),
    });
    if (!("id" in asked)) return asked;
    await insertLines(tx, asked.id, lines);
    return DONE;
  });
}

/**
 * Carries out an approved request: its payments exist again, paid and held. The reconciler's next round asks the bank
 * and the register of exclusions about each, and credits it like any other. Refuses "batch_changed" if a line cannot be
 * credited any more.
 */
export async function carryOutBatch(world: World, tx: Transaction, venue: Venue, orderId: string): Promise<Done> {
  await lockConfirmed(tx, venue);
  const lines = await linesOfOrder(tx, venue, orderId);
  const isWhole = lines.length === (await countLines(tx, orderId)) && lines.every((line) => line.account_id !== null);
  if (!isWhole) return { refusal: "batch_changed" };
  const returnUrl = `${venueOrigin(world, venue)}/?popup=Cashless`;
  const made = await remakePayments(tx, { orderId, returnUrl, at: world.now() });
  if (made !== lines.length) throw new Error("A payment of the request could not be recreated");
  world.metrics.count("payments_remade_total", made);
  return DONE;
}

/** Takes a confirmed payment out: it becomes a case, which two people settle. One person suffices, as nothing moves. */
export async function setAside(world: World, { operator, venue }: Desk<Venue>, sessionId: string): Promise<Done> {
  if (!may(operator, "PAYMENTS", venue.projectId)) return FORBIDDEN;
  if (!/^[\w-]{1,100}$/.test(sessionId)) return UNKNOWN;
  return inTransaction(world.database, async (tx): Promise<Done> => {
    await lockConfirmed(tx, venue);
    if (await isInOpenOrder(tx, sessionId)) return { refusal: "order_open" };
    if (!(await forgetWallet(tx, venue, sessionId))) return UNKNOWN;
    const about = { payment_uuid: null, company: venue.company.key, session_id: sessionId } as const;
    await openCase(tx, { ...about, reason: "UNKNOWN_PAYMENT" }, world.now());
    await audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "payment.set_aside",
      subject: `session:${sessionId}`,
      before: null,
      after: { case: "UNKNOWN_PAYMENT" },
    });
    return DONE;
  });
}

export function totalOf(lines: readonly Pick<ConfirmedLine, "received_minor">[]): bigint {
  return lines.reduce((total, line) => total + (line.received_minor ?? 0n), 0n);
}
