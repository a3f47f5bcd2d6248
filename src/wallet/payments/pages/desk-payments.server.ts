import type { DeskRequest } from "../../../venues/desk/request.server.ts";
import { deskState } from "../../../venues/desk/words.server.ts";
import { m } from "../../../messages/messages.js";
import { totalOf, type Confirmed } from "../lost/batches.server.ts";
import { isBatch } from "../cases/desk-orders.server.ts";
import { momentAt } from "../../../venues/language/dates.ts";
import { money } from "../../../venues/language/numbers.ts";
import type { DeskCase, DeskOrder, DeskPayment, OpenCase, paymentAtDesk } from "../cases/desk.server.ts";

export type PaymentLine = ReturnType<typeof paymentLine>;
export type OrderLine = ReturnType<typeof orderLine>;
export type ConfirmedView = NonNullable<ReturnType<typeof confirmedView>>;
export type CaseLine = ReturnType<typeof caseLine>;
export type PaymentView = ReturnType<typeof paymentView>;

/** A top-up as a line of the table. */
export function paymentLine({ clock }: DeskRequest, payment: DeskPayment) {
  return {
    uuid: payment.uuid,
    time: momentAt(payment.created_at, clock, "short"),
    who: payerName(payment),
    amount: money(payment.amount_minor, "EUR", clock.locale),
    bank: deskState("bank_status", payment.status),
    credit: deskState("credit_status", payment.transaction_status),
  };
}

/** An order that waits for a second person. */
export function orderLine({ clock }: DeskRequest, order: DeskOrder) {
  const minor = order.amount_minor ?? order.batch_minor;
  const amount = minor === null ? null : money(minor, "EUR", clock.locale);
  const what = isBatch(order)
    ? m.deskpeople_batch({ count: Number(order.batch_count) })
    : deskState("decision", order.decision);
  return {
    id: order.id,
    paymentUuid: order.payment_uuid,
    title: [what, amount].filter(Boolean).join(", "),
    properties: m.deskpeople_asked({ name: order.asked_by, time: momentAt(order.asked_at, clock, "short") }),
    isOwn: order.isOwn,
  };
}

/** Lost payments that the bank confirms; null if there are none. */
export function confirmedView({ clock }: DeskRequest, { lines, isOrdered }: Confirmed) {
  if (lines.length === 0) return null;
  const creditable = lines.filter((line) => line.account_id !== null);
  return {
    total: m.deskpeople_confirmed_total({
      count: creditable.length,
      amount: money(totalOf(creditable), "EUR", clock.locale),
    }),
    mayAsk: !isOrdered && creditable.length > 0,
    lines: lines.map((line) => ({
      id: line.session_id,
      who: payerName(line),
      payer: line.payer_name ?? "",
      amount: money(line.received_minor ?? 0n, "EUR", clock.locale),
      reference: line.reference ?? "",
      mayBeSetAside: !isOrdered,
      note: line.account_id === null ? m.deskpeople_confirmed_no_account() : null,
    })),
  };
}

const ACTIONS = { credit: "credit", refund: "refund", noted: "note" } as const;

/** An open case with its possible decisions, or none while an order about it waits. */
export function caseLine({ clock }: DeskRequest, one: OpenCase, orders: readonly DeskOrder[]) {
  const minor = one.received_minor ?? one.amount_minor;
  const amount = minor === null ? null : money(minor, "EUR", clock.locale);
  return {
    id: String(one.id),
    paymentUuid: one.payment_uuid,
    title: [deskState("case", one.reason), amount].filter(Boolean).join(", "),
    properties: [deskState("case_help", one.reason), ...knownOf(one), momentAt(one.opened_at, clock, "short")].join(
      " ",
    ),
    isOrdered: orders.some((order) => order.case_id === one.id),
    actions: one.decisions.map((decision) => ({
      value: ACTIONS[decision],
      label: deskState("ask", ACTIONS[decision]),
      isQuiet: decision === "noted",
    })),
  };
}

/** The properties of a case that belongs to no payment in our books. */
function knownOf({ reference, payer_name: payer, poison, deliveries }: DeskCase): string[] {
  return [
    ...(reference === null ? [] : [m.deskpeople_case_reference({ reference })]),
    ...(payer === null ? [] : [m.deskpeople_case_payer({ name: payer })]),
    ...(poison === null ? [] : [deskState("poison", poison), m.deskpeople_case_deliveries({ count: deliveries ?? 1 })]),
  ];
}

type Shown = NonNullable<Awaited<ReturnType<typeof paymentAtDesk>>>;

/** A top-up with its sessions, cases and orders, in words. */
export function paymentView(request: DeskRequest, { payment, sessions, cases, orders, mayReturn }: Shown) {
  const { clock } = request;
  return {
    ...paymentLine(request, payment),
    why: payment.error && deskState("payment_error", payment.error),
    paidAt: payment.paid_at && momentAt(payment.paid_at, clock, "short"),
    nextCheck: payment.next_check_at && momentAt(payment.next_check_at, clock, "short"),
    sessions: sessions.map((session) => sessionLine(request, session)),
    cases: cases.map((one) => pastCase(request, one)),
    orders: orders.map((order) => orderLine(request, order)),
    mayReturn,
  };
}

function sessionLine({ clock }: DeskRequest, { receivedMinor, seenAt, whyBack, outcome }: Shown["sessions"][number]) {
  const properties = [momentAt(seenAt, clock, "short"), whyBack === null ? null : deskState("payment_error", whyBack)];
  return {
    title: receivedMinor === null ? m.deskpeople_money_not_yet() : money(receivedMinor, "EUR", clock.locale),
    properties: properties.filter(Boolean).join(". "),
    outcome: outcome === null ? null : deskState("outcome", outcome),
  };
}

function pastCase({ clock }: DeskRequest, one: Shown["cases"][number]) {
  const { reason, closed_at: closedAt, closed_by: name, decision } = one;
  return {
    id: String(one.id),
    title: deskState("case", reason),
    properties:
      closedAt === null
        ? deskState("case_help", reason)
        : m.deskpeople_case_closed({ name: name ?? "", time: momentAt(closedAt, clock, "short") }),
    decision: decision === null ? m.deskpeople_case_open() : deskState("decision", decision),
  };
}

function payerName({ firstname, lastname }: Pick<DeskPayment, "firstname" | "lastname">): string {
  return [firstname, lastname].filter(Boolean).join(" ");
}
