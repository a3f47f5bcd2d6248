import { sql, type ExpressionBuilder, type Insertable, type Selectable } from "kysely";
import type { PaymentOrdersTable, Tables } from "../../../../db/tables.ts";
import type { Db, Transaction } from "../../../platform/database/database.server.ts";
import type { VenueOfPayments } from "./case-queries.server.ts";

export type PaymentOrder = Selectable<PaymentOrdersTable>;

/** Inserts an order. Returns false if an order for the same money is open. */
export async function insertOrder(tx: Transaction, order: Insertable<PaymentOrdersTable>): Promise<boolean> {
  const row = await tx
    .insertInto("payment_orders")
    .values(order)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** True for the venue's own orders, and for those about cases without a known payment of its company. */
function isOrderOf({ siteId, company }: VenueOfPayments) {
  return (where: ExpressionBuilder<Tables, "payment_orders">) =>
    where.or([
      where("payment_orders.site_id", "=", siteId),
      where.exists(
        where
          .selectFrom("payment_cases as nobodys")
          .select("nobodys.id")
          .whereRef("nobodys.id", "=", "payment_orders.case_id")
          .where("nobodys.payment_uuid", "is", null)
          .where("nobodys.company", "=", company.key),
      ),
    ]);
}

export function ordersAt(db: Db, venue: VenueOfPayments, limit: number) {
  return db
    .selectFrom("payment_orders")
    .leftJoin("payments", "payments.uuid", "payment_orders.payment_uuid")
    .leftJoin("payment_cases", "payment_cases.id", "payment_orders.case_id")
    .selectAll("payment_orders")
    .select(["payments.amount_minor", "payment_cases.reason"])
    .select([
      sql<bigint>`(select count(*) from payment_order_lines line where line.order_id = payment_orders.id)`.as(
        "batch_count",
      ),
      sql<bigint | null>`(select sum(session.received_minor)::bigint from payment_order_lines line
        join payment_sessions session using (session_id) where line.order_id = payment_orders.id)`.as("batch_minor"),
    ])
    .where(isOrderOf(venue))
    .where("payment_orders.ended_at", "is", null)
    .orderBy("payment_orders.asked_at")
    .limit(limit)
    .execute();
}

export function lockOrder(tx: Transaction, venue: VenueOfPayments, id: string) {
  return tx
    .selectFrom("payment_orders")
    .selectAll()
    .where("id", "=", id)
    .where(isOrderOf(venue))
    .where("ended_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * All orders ever made about the same money, including this one: of the same case, of the payment as a whole, or with a
 * line about the same session.
 */
export function ordersForSameMoney(
  tx: Transaction,
  { id, case_id: caseId, payment_uuid: uuid }: Pick<PaymentOrder, "id" | "case_id" | "payment_uuid">,
) {
  return tx
    .selectFrom("payment_orders")
    .select(["asked_by", "asked_session", "asked_issuers"])
    .where((where) =>
      where.or([
        where("id", "=", id),
        ...(caseId === null ? [] : [where("case_id", "=", caseId)]),
        ...(uuid === null || caseId !== null
          ? []
          : [where.and([where("case_id", "is", null), where("payment_uuid", "=", uuid)])]),
        where("id", "in", ordersWithSession(tx, sessionsOfOrder(tx, { id, caseId }))),
      ]),
    )
    .execute();
}

/** The sessions that an order without a payment is about: its lines, or its case's session. */
function sessionsOfOrder(tx: Transaction, { id, caseId }: { id: string; caseId: bigint | null }) {
  return tx
    .selectFrom("payment_order_lines")
    .select("session_id")
    .where("order_id", "=", id)
    .$if(caseId !== null, (lines) =>
      lines.unionAll(
        tx
          .selectFrom("payment_cases")
          .select((one) => one.ref("payment_cases.session_id").$notNull().as("session_id"))
          .where("id", "=", caseId)
          .where("session_id", "is not", null),
      ),
    );
}

function ordersWithSession(tx: Transaction, sessions: ReturnType<typeof sessionsOfOrder>) {
  return tx.selectFrom("payment_order_lines").select("order_id").where("session_id", "in", sessions);
}

export async function endOrder(
  tx: Transaction,
  id: string,
  end: Pick<PaymentOrdersTable, "ended_at" | "ended_by" | "ended_session" | "verdict">,
): Promise<void> {
  await tx.updateTable("payment_orders").set(end).where("id", "=", id).execute();
}
