import * as deskPaths from "../../../staff/desk-paths.ts";
import { data } from "react-router";
import { useDeskAnswer } from "../../../venues/desk/use-desk-answer.ts";
import { NO_ANSWER } from "../../../venues/desk/answer.ts";
import { actionOf } from "../../../venues/desk/actions.server.ts";
import { answerDesk } from "../../../venues/desk/answer.server.ts";
import { DeskAction, DeskPropertyList, DeskSection } from "../../../ui/desk/property-list.tsx";
import { DeskPage } from "../../../venues/desk/page.tsx";
import { DeskEmpty, DeskList, DeskRow } from "../../../ui/desk/parts.tsx";
import { deskRequest, redirectInDesk } from "../../../venues/desk/request.server.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { decideOrder } from "../cases/decide-order.server.ts";
import { orderReturn, paymentAtDesk } from "../cases/desk.server.ts";
import { paymentView, type PaymentView } from "./desk-payments.server.ts";
import { Orders } from "./desk-payments.tsx";
import { sitesOf } from "../../../venues/venue-table.server.ts";
import { money } from "../../../venues/language/numbers.ts";
import type { Route } from "./+types/desk-payment.route.ts";

export { clientAction } from "../../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../../venues/desk/page.tsx";

/** '/desk/paiements/{uuid}': one top-up, the money received for it, and its return if it was credited. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const found = await paymentAtDesk(request.world, request, params.uuid);
  if (found === null) return data({ title: m.desk_missing_title(), payment: null }, { status: 404 });
  const title = m.deskpeople_payment_title({ amount: money(found.payment.amount_minor, "EUR", request.locale) });
  return data({ title, payment: paymentView(request, found) });
}

export async function action({ context, request, params: { uuid } }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const { world, venues } = asked;
  const fields = textsOf(await request.formData());
  const sites = sitesOf(venues);
  const id = fields["id"] ?? "";
  const actions = {
    return: () => orderReturn(world, asked, uuid),
    approve: () => decideOrder(world, sites, asked, { id, approves: true }),
    end: () => decideOrder(world, sites, asked, { id, approves: false }),
  };
  const run = actionOf(actions, fields["act"]);
  if (run === undefined) return answerDesk({ refusal: "else" });
  const done = await run();
  if (!("ok" in done)) return answerDesk(done);
  const words = { approve: m.deskpeople_done_approve, end: m.deskpeople_done_end }[fields["act"] ?? ""];
  return redirectInDesk(asked, deskPaths.payment(uuid), (words ?? m.deskpeople_done_ask)());
}

export default function DeskPayment({ loaderData: { title, payment }, actionData }: Route.ComponentProps) {
  const { alert } = useDeskAnswer<typeof action>(actionData) ?? NO_ANSWER;
  const back = { href: deskPaths.payments, label: m.deskpeople_payments() };
  return (
    <DeskPage title={title} back={back} alert={payment && alert}>
      {payment === null ? <DeskEmpty>{m.deskpeople_refused_unknown()}</DeskEmpty> : <PaymentParts payment={payment} />}
    </DeskPage>
  );
}

function PaymentParts({ payment }: { payment: PaymentView }) {
  return (
    <>
      <DeskPropertyList
        properties={[
          [m.deskpeople_who_paid(), payment.who],
          [m.deskpeople_when(), payment.time],
          [m.deskpeople_bank(), payment.bank],
          [m.deskpeople_credit(), payment.credit],
          [m.deskpeople_why(), payment.why],
          [m.deskpeople_paid_at(), payment.paidAt],
          [m.deskpeople_next_check(), payment.nextCheck],
        ]}
      />
      {payment.orders.length > 0 && (
        <DeskSection title={m.deskpeople_orders()} lead={m.deskpeople_orders_lead()}>
          <Orders orders={payment.orders} />
        </DeskSection>
      )}
      <DeskSection title={m.deskpeople_money_came()}>
        <MoneyThatCame sessions={payment.sessions} />
      </DeskSection>
      {payment.cases.length > 0 && (
        <DeskSection title={m.deskpeople_cases()}>
          <DeskList label={m.deskpeople_cases()}>
            {payment.cases.map(({ id, title, properties, decision }) => (
              <DeskRow key={id} title={title} properties={properties} badge={decision} />
            ))}
          </DeskList>
        </DeskSection>
      )}
      {payment.mayReturn && (
        <DeskSection title={m.deskpeople_return_title()} lead={m.deskpeople_return_lead()}>
          <DeskAction value="return">{m.deskpeople_return()}</DeskAction>
        </DeskSection>
      )}
    </>
  );
}

function MoneyThatCame({ sessions }: Pick<PaymentView, "sessions">) {
  if (sessions.length === 0) return <p className="desk-help">{m.deskpeople_money_none()}</p>;
  return (
    <DeskList label={m.deskpeople_money_came()}>
      {sessions.map(({ title, properties, outcome }, at) => (
        // Sessions are only added, never removed or reordered.
        <DeskRow key={at} title={title} properties={properties} badge={outcome} />
      ))}
    </DeskList>
  );
}
