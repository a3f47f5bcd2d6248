import * as deskPaths from "../../../staff/desk-paths.ts";
import { DeskLink } from "../../../ui/desk/link.tsx";
import { DeskAction } from "../../../ui/desk/property-list.tsx";
import { DeskList, DeskRow, DeskTable } from "../../../ui/desk/parts.tsx";
import { m } from "../../../messages/messages.js";
import type { CaseLine, ConfirmedView, OrderLine, PaymentLine } from "./desk-payments.server.ts";

/** The operator who asked may withdraw; approving takes another operator. */
export function Orders({ orders }: { orders: OrderLine[] }) {
  if (orders.length === 0) return <p className="desk-help">{m.deskpeople_orders_none()}</p>;
  return (
    <DeskList label={m.deskpeople_orders()}>
      {orders.map(({ id, paymentUuid, title, properties, isOwn }) => (
        <DeskRow
          key={id}
          {...paymentLink(paymentUuid)}
          title={title}
          properties={properties}
          badge={isOwn ? m.deskpeople_own_order() : undefined}
          actions={
            <>
              {!isOwn && (
                <DeskAction value="approve" fields={{ id }}>
                  {m.deskpeople_approve()}
                </DeskAction>
              )}
              <DeskAction value="end" quiet fields={{ id }}>
                {isOwn ? m.deskpeople_withdraw() : m.deskpeople_reject()}
              </DeskAction>
            </>
          }
        />
      ))}
    </DeskList>
  );
}

/** All of them are credited by one request; one that looks wrong is set aside first. */
export function ConfirmedPayments({ confirmed: { total, mayAsk, lines } }: { confirmed: ConfirmedView }) {
  return (
    <>
      <DeskTable
        label={m.deskpeople_confirmed()}
        head={[
          m.deskpeople_who_paid(),
          m.deskpeople_confirmed_payer(),
          { amount: m.deskpeople_amount() },
          m.deskpeople_confirmed_reference(),
          { heard: m.deskpeople_confirmed_aside() },
        ]}
        rows={lines.map(({ id, who, payer, amount, reference, mayBeSetAside, note }) => ({
          key: id,
          cells: [
            who,
            payer,
            amount,
            <span key="reference">
              {reference} {note}
            </span>,
            mayBeSetAside && (
              <DeskAction value="aside" quiet fields={{ id }} key="aside">
                {m.deskpeople_confirmed_aside()}
              </DeskAction>
            ),
          ],
        }))}
      />
      <p className="desk-help">{total}</p>
      {mayAsk && <DeskAction value="batch">{m.deskpeople_confirmed_ask()}</DeskAction>}
    </>
  );
}

export function Cases({ cases }: { cases: CaseLine[] }) {
  if (cases.length === 0) return <p className="desk-help">{m.deskpeople_cases_none()}</p>;
  return (
    <DeskList label={m.deskpeople_cases()}>
      {cases.map(({ id, paymentUuid, title, properties, isOrdered, actions }) => (
        <DeskRow
          key={id}
          {...paymentLink(paymentUuid)}
          title={title}
          properties={properties}
          actions={
            isOrdered
              ? m.deskpeople_order_waits()
              : actions.map(({ value, label, isQuiet }) => (
                  <DeskAction key={value} value={value} quiet={isQuiet} fields={{ id }}>
                    {label}
                  </DeskAction>
                ))
          }
        />
      ))}
    </DeskList>
  );
}

function paymentLink(uuid: string | null): { href?: string } {
  return uuid === null ? {} : { href: deskPaths.payment(uuid) };
}

type PaymentsProps = { label: string; payments: PaymentLine[]; empty: string };

export function Payments({ label, payments, empty }: PaymentsProps) {
  if (payments.length === 0) return <p className="desk-help">{empty}</p>;
  return (
    <DeskTable
      label={label}
      head={[
        m.deskpeople_when(),
        m.deskpeople_who_paid(),
        { amount: m.deskpeople_amount() },
        m.deskpeople_bank(),
        m.deskpeople_credit(),
      ]}
      rows={payments.map(({ uuid, time, who, amount, bank, credit }) => ({
        key: uuid,
        cells: [
          <DeskLink href={deskPaths.payment(uuid)} key="when">
            <span className="figures">{time}</span>
          </DeskLink>,
          who,
          amount,
          bank,
          credit,
        ],
      }))}
    />
  );
}
