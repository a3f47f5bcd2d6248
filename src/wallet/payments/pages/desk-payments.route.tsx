import * as deskPaths from "../../../staff/desk-paths.ts";
import { useDeskAnswer } from "../../../venues/desk/use-desk-answer.ts";
import { NO_ANSWER } from "../../../venues/desk/answer.ts";
import { actionOf } from "../../../venues/desk/actions.server.ts";
import { answerDesk } from "../../../venues/desk/answer.server.ts";
import { DeskSection } from "../../../ui/desk/property-list.tsx";
import { DeskForm } from "../../../ui/desk/form.tsx";
import { DeskSubmit, DeskText } from "../../../ui/desk/parts.tsx";
import { DeskPage } from "../../../venues/desk/page.tsx";
import { deskRequest, redirectInDesk } from "../../../venues/desk/request.server.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { orderBatch, setAside } from "../lost/batches.server.ts";
import { decideOrder } from "../cases/decide-order.server.ts";
import { findPayments, noteCase, orderForCase, paymentsAtDesk } from "../cases/desk.server.ts";
import { caseLine, confirmedView, orderLine, paymentLine } from "./desk-payments.server.ts";
import { Cases, ConfirmedPayments, Orders, Payments } from "./desk-payments.tsx";
import { sitesOf } from "../../../venues/venue-table.server.ts";
import type { Route } from "./+types/desk-payments.route.ts";

export { clientAction } from "../../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../../venues/desk/page.tsx";

const REFERENCE_MAX = 200;

/**
 * '/desk/paiements': the payments that a search by reference finds, orders waiting for a second person, lost payments that the bank
 * confirms, open cases, open payments, and the latest payments.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const reference = (request.query.get("reference") ?? "").slice(0, REFERENCE_MAX).trim();
  const found = reference === "" ? null : await findPayments(request.world, request, reference);
  const { cases, orders, confirmed, waiting, latest } = await paymentsAtDesk(request.world, request);
  return {
    title: m.deskpeople_payments(),
    reference,
    found: found?.map((payment) => paymentLine(request, payment)) ?? null,
    orders: orders.map((order) => orderLine(request, order)),
    confirmed: confirmedView(request, confirmed),
    cases: cases.map((one) => caseLine(request, one, orders)),
    waiting: waiting.map((payment) => paymentLine(request, payment)),
    latest: latest.map((payment) => paymentLine(request, payment)),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const { world, venues } = asked;
  const fields = textsOf(await request.formData());
  const sites = sitesOf(venues);
  const [name = "", given = ""] = [fields["act"], fields["id"]];
  const actions = {
    batch: () => orderBatch(world, asked),
    aside: () => setAside(world, asked, given),
    note: () => noteCase(world, sites, asked, given),
    credit: () => orderForCase(world, asked, { caseId: given, decision: "credit" }),
    refund: () => orderForCase(world, asked, { caseId: given, decision: "refund" }),
    approve: () => decideOrder(world, sites, asked, { id: given, approves: true }),
    end: () => decideOrder(world, sites, asked, { id: given, approves: false }),
  };
  const run = actionOf(actions, name);
  if (run === undefined) return answerDesk({ refusal: "else" });
  const done = await run();
  return "ok" in done ? redirectInDesk(asked, deskPaths.payments, noteOf(name)) : answerDesk(done);
}

function noteOf(action: string): string {
  if (action === "note") return m.deskpeople_done_note();
  if (action === "aside") return m.deskpeople_done_aside();
  if (action === "approve") return m.deskpeople_done_approve();
  return action === "end" ? m.deskpeople_done_end() : m.deskpeople_done_ask();
}

export default function DeskPayments({ loaderData: payments, actionData }: Route.ComponentProps) {
  const { alert } = useDeskAnswer<typeof action>(actionData) ?? NO_ANSWER;
  const [found, waiting, latest] = [m.deskpeople_found(), m.deskpeople_waiting(), m.deskpeople_latest()];
  return (
    <DeskPage title={payments.title} lead={m.deskpeople_payments_lead()} alert={alert}>
      <DeskForm method="get" className="desk-search" role="search">
        <DeskText
          name="reference"
          label={m.deskpeople_reference()}
          help={m.deskpeople_reference_help()}
          defaultValue={payments.reference}
          maxLength={REFERENCE_MAX}
        />
        <DeskSubmit>{m.deskpeople_search()}</DeskSubmit>
      </DeskForm>
      {payments.found !== null && (
        <DeskSection title={found}>
          <Payments label={found} payments={payments.found} empty={m.deskpeople_found_none()} />
        </DeskSection>
      )}
      <DeskSection title={m.deskpeople_orders()} lead={m.deskpeople_orders_lead()}>
        <Orders orders={payments.orders} />
      </DeskSection>
      {payments.confirmed !== null && (
        <DeskSection title={m.deskpeople_confirmed()} lead={m.deskpeople_confirmed_lead()}>
          <ConfirmedPayments confirmed={payments.confirmed} />
        </DeskSection>
      )}
      <DeskSection title={m.deskpeople_cases()} lead={m.deskpeople_cases_lead()}>
        <Cases cases={payments.cases} />
      </DeskSection>
      <DeskSection title={waiting}>
        <Payments label={waiting} payments={payments.waiting} empty={m.deskpeople_waiting_none()} />
      </DeskSection>
      <DeskSection title={latest}>
        <Payments label={latest} payments={payments.latest} empty={m.deskpeople_latest_none()} />
      </DeskSection>
    </DeskPage>
  );
}
