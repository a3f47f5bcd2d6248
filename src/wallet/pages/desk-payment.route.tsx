import { data } from "react-router";
import { answerDesk, answerOf } from "../../operators/pages/desk-answer.server.ts";
import { DeskAct, DeskFacts, DeskSection } from "../../operators/pages/desk-facts.tsx";
import { DeskEmpty, DeskList, DeskRow } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk, type DeskRequest } from "../../operators/pages/desk-request.server.ts";
import { deskInstant, deskMoney, deskState } from "../../operators/pages/desk-words.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { decideOrder, orderReturn, paymentAtDesk } from "../desk-payments.server.ts";
import { Orders } from "./desk-payments.tsx";
import type { Route } from "./+types/desk-payment.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

type Shown = NonNullable<Awaited<ReturnType<typeof paymentAtDesk>>>;

/** '/desk/paiements/{uuid}': one top-up, the money that came for it, and the way back for one that was credited. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const found = await paymentAtDesk(request.world, request, params.uuid);
  const back = { href: "/desk/paiements", label: m.deskpeople_payments() };
  if (found === null) {
    await showDeskPage(request, {
      title: m.desk_missing_title(),
      back,
      content: <DeskEmpty>{m.deskpeople_refused_unknown()}</DeskEmpty>,
    });
    return data(null, { status: 404 });
  }
  const { locale, venue } = request;
  await showDeskPage(request, {
    title: m.deskpeople_payment_title({ amount: deskMoney(found.payment.amount_minor, locale) }),
    back,
    alert: answerOf(context).alert,
    content: <PaymentPage shown={found} request={request} clock={{ locale, zone: venue.policy.timeZone }} />,
  });
  return null;
}

export async function action({ context, params: { uuid } }: Route.ActionArgs) {
  const request = deskRequest(context);
  const { world, fields, venues } = request;
  const sites = { bySite: (siteId: number) => venues.find((venue) => venue.siteId === siteId) };
  const id = fields["id"] ?? "";
  const run = {
    return: () => orderReturn(world, request, uuid),
    approve: () => decideOrder(world, sites, request, { id, approves: true }),
    end: () => decideOrder(world, sites, request, { id, approves: false }),
  }[fields["act"] ?? ""];
  if (run === undefined) return answerDesk(context, { refusal: "else" });
  const done = await run();
  if (!("ok" in done)) return answerDesk(context, done);
  const words = { approve: m.deskpeople_done_approve, end: m.deskpeople_done_end }[fields["act"] ?? ""];
  return leaveDesk(request, `/desk/paiements/${uuid}`, (words ?? m.deskpeople_done_ask)());
}

function PaymentPage({
  shown,
  request,
  clock,
}: {
  shown: Shown;
  request: DeskRequest;
  clock: Parameters<typeof deskInstant>[1];
}) {
  const { payment, sessions, cases, orders, mayReturn } = shown;
  const { locale } = request;
  return (
    <>
      <DeskFacts
        facts={[
          [m.deskpeople_who_paid(), [payment.firstname, payment.lastname].filter(Boolean).join(" ")],
          [m.deskpeople_when(), deskInstant(payment.created_at, clock)],
          [m.deskpeople_bank(), deskState("bank_status", payment.status)],
          [m.deskpeople_credit(), deskState("credit_status", payment.transaction_status)],
          [m.deskpeople_why(), payment.error && deskState("payment_error", payment.error)],
          [m.deskpeople_paid_at(), payment.paid_at && deskInstant(payment.paid_at, clock)],
          [m.deskpeople_next_check(), payment.next_check_at && deskInstant(payment.next_check_at, clock)],
        ]}
      />
      {orders.length > 0 && (
        <DeskSection title={m.deskpeople_orders()} lead={m.deskpeople_orders_lead()}>
          <Orders orders={orders} clock={clock} />
        </DeskSection>
      )}
      <DeskSection title={m.deskpeople_money_came()}>
        {sessions.length === 0 ? (
          <p className="desk-help">{m.deskpeople_money_none()}</p>
        ) : (
          <DeskList label={m.deskpeople_money_came()}>
            {sessions.map((session) => (
              <DeskRow
                key={session.seenAt.toISOString()}
                title={
                  session.receivedMinor === null
                    ? m.deskpeople_money_not_yet()
                    : deskMoney(session.receivedMinor, locale)
                }
                facts={[
                  deskInstant(session.seenAt, clock),
                  session.whyBack === null ? null : deskState("payment_error", session.whyBack),
                ]
                  .filter(Boolean)
                  .join(". ")}
                badge={session.outcome === null ? undefined : deskState("outcome", session.outcome)}
              />
            ))}
          </DeskList>
        )}
      </DeskSection>
      {cases.length > 0 && (
        <DeskSection title={m.deskpeople_cases()}>
          <DeskList label={m.deskpeople_cases()}>
            {cases.map((one) => (
              <DeskRow
                key={String(one.id)}
                title={deskState("case", one.reason)}
                facts={
                  one.closed_at === null
                    ? deskState("case_help", one.reason)
                    : m.deskpeople_case_closed({ name: one.closed_by ?? "", time: deskInstant(one.closed_at, clock) })
                }
                badge={one.decision === null ? m.deskpeople_case_open() : deskState("decision", one.decision)}
              />
            ))}
          </DeskList>
        </DeskSection>
      )}
      {mayReturn && (
        <DeskSection title={m.deskpeople_return_title()} lead={m.deskpeople_return_lead()}>
          <DeskAct value="return">{m.deskpeople_return()}</DeskAct>
        </DeskSection>
      )}
    </>
  );
}
