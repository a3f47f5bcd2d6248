import { DeskAct, DeskSection } from "../../operators/pages/desk-facts.tsx";
import { DeskList, DeskRow, DeskTable } from "../../operators/pages/desk-parts.tsx";
import { deskInstant, deskMoney, deskState } from "../../operators/pages/desk-words.ts";
import { m } from "../../paraglide/messages.js";
import type { Locale } from "../../venues/contract.ts";
import type { DeskCase, DeskOrder, DeskPayment, OpenCase } from "../desk-payments.server.ts";

type Clock = { locale: Locale; zone: string };
type PaymentsPageProps = {
  payments: { cases: OpenCase[]; orders: DeskOrder[]; waiting: DeskPayment[]; latest: DeskPayment[] };
  clock: Clock;
};

export function PaymentsPage({ payments: { cases, orders, waiting, latest }, clock }: PaymentsPageProps) {
  return (
    <>
      <DeskSection title={m.deskpeople_orders()} lead={m.deskpeople_orders_lead()}>
        <Orders orders={orders} clock={clock} />
      </DeskSection>
      <DeskSection title={m.deskpeople_cases()} lead={m.deskpeople_cases_lead()}>
        <Cases cases={cases} orders={orders} clock={clock} />
      </DeskSection>
      <DeskSection title={m.deskpeople_waiting()}>
        <Payments label={m.deskpeople_waiting()} payments={waiting} empty={m.deskpeople_waiting_none()} clock={clock} />
      </DeskSection>
      <DeskSection title={m.deskpeople_latest()}>
        <Payments label={m.deskpeople_latest()} payments={latest} empty={m.deskpeople_latest_none()} clock={clock} />
      </DeskSection>
    </>
  );
}

/** Who asked may withdraw; approving takes somebody else. */
export function Orders({ orders, clock }: { orders: DeskOrder[]; clock: Clock }) {
  if (orders.length === 0) return <p className="desk-help">{m.deskpeople_orders_none()}</p>;
  return (
    <DeskList label={m.deskpeople_orders()}>
      {orders.map((order) => (
        <DeskRow
          key={order.id}
          {...(order.payment_uuid === null ? {} : { href: `/desk/paiements/${order.payment_uuid}` })}
          title={[deskState("decision", order.decision), amountOf(order.amount_minor, clock)]
            .filter(Boolean)
            .join(", ")}
          facts={m.deskpeople_asked({ name: order.asked_by, time: deskInstant(order.asked_at, clock) })}
          badge={order.isOwn ? m.deskpeople_own_order() : undefined}
          actions={
            <>
              {!order.isOwn && (
                <DeskAct value="approve" fields={{ id: order.id }}>
                  {m.deskpeople_approve()}
                </DeskAct>
              )}
              <DeskAct value="end" quiet fields={{ id: order.id }}>
                {order.isOwn ? m.deskpeople_withdraw() : m.deskpeople_reject()}
              </DeskAct>
            </>
          }
        />
      ))}
    </DeskList>
  );
}

function Cases({ cases, orders, clock }: { cases: OpenCase[]; orders: DeskOrder[]; clock: Clock }) {
  if (cases.length === 0) return <p className="desk-help">{m.deskpeople_cases_none()}</p>;
  return (
    <DeskList label={m.deskpeople_cases()}>
      {cases.map((one) => (
        <DeskRow
          key={String(one.id)}
          {...(one.payment_uuid === null ? {} : { href: `/desk/paiements/${one.payment_uuid}` })}
          title={[deskState("case", one.reason), amountOf(one.received_minor ?? one.amount_minor, clock)]
            .filter(Boolean)
            .join(", ")}
          facts={[deskState("case_help", one.reason), ...knownOf(one), deskInstant(one.opened_at, clock)].join(" ")}
          actions={
            orders.some((order) => order.case_id === one.id)
              ? m.deskpeople_order_waits()
              : one.decisions.map((decision) => (
                  <DeskAct
                    key={decision}
                    value={ACTS[decision]}
                    quiet={decision === "noted"}
                    fields={{ id: String(one.id) }}
                  >
                    {deskState("ask", ACTS[decision])}
                  </DeskAct>
                ))
          }
        />
      ))}
    </DeskList>
  );
}

const ACTS = { credit: "credit", refund: "refund", noted: "note" } as const;

/** What is known of a case that belongs to no payment of ours. */
function knownOf({ reference, payer_name: payer, poison, deliveries }: DeskCase): string[] {
  return [
    ...(reference === null ? [] : [m.deskpeople_case_reference({ reference })]),
    ...(payer === null ? [] : [m.deskpeople_case_payer({ name: payer })]),
    ...(poison === null ? [] : [deskState("poison", poison), m.deskpeople_case_deliveries({ count: deliveries ?? 1 })]),
  ];
}

type PaymentsProps = { label: string; payments: DeskPayment[]; empty: string; clock: Clock };

function Payments({ label, payments, empty, clock }: PaymentsProps) {
  if (payments.length === 0) return <p className="desk-help">{empty}</p>;
  return (
    <DeskTable
      label={label}
      head={[
        m.deskpeople_when(),
        m.deskpeople_who_paid(),
        m.deskpeople_amount(),
        m.deskpeople_bank(),
        m.deskpeople_credit(),
      ]}
      rows={payments.map((payment) => ({
        key: payment.uuid,
        cells: [
          <a href={`/desk/paiements/${payment.uuid}`} key="when">
            {deskInstant(payment.created_at, clock)}
          </a>,
          [payment.firstname, payment.lastname].filter(Boolean).join(" "),
          <span className="figures" key="amount">
            {deskMoney(payment.amount_minor, clock.locale)}
          </span>,
          deskState("bank_status", payment.status),
          deskState("credit_status", payment.transaction_status),
        ],
      }))}
    />
  );
}

function amountOf(minor: bigint | null, { locale }: Clock): string | null {
  return minor === null ? null : deskMoney(minor, locale);
}
