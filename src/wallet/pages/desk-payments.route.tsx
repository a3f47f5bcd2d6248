import { answerDesk, answerOf } from "../../operators/pages/desk-answer.server.ts";
import { deskRequest, leaveDesk } from "../../operators/pages/desk-request.server.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { decideOrder, noteCase, orderForCase, paymentsAtDesk } from "../desk-payments.server.ts";
import { PaymentsPage } from "./desk-payments.tsx";
import type { Route } from "./+types/desk-payments.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** '/desk/paiements': orders that wait for a second person, cases with their reasons, what is on its way, and the last payments. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, locale } = request;
  await showDeskPage(request, {
    title: m.deskpeople_payments(),
    lead: m.deskpeople_payments_lead(),
    alert: answerOf(context).alert,
    content: (
      <PaymentsPage payments={await paymentsAtDesk(world, request)} clock={{ locale, zone: venue.policy.timeZone }} />
    ),
  });
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = deskRequest(context);
  const { world, fields, venues } = request;
  const sites = { bySite: (siteId: number) => venues.find((venue) => venue.siteId === siteId) };
  const [act = "", given = ""] = [fields["act"], fields["id"]];
  const run = {
    note: () => noteCase(world, sites, request, given),
    credit: () => orderForCase(world, request, { caseId: given, decision: "credit" }),
    refund: () => orderForCase(world, request, { caseId: given, decision: "refund" }),
    approve: () => decideOrder(world, sites, request, { id: given, approves: true }),
    end: () => decideOrder(world, sites, request, { id: given, approves: false }),
  }[act];
  if (run === undefined) return answerDesk(context, { refusal: "else" });
  const done = await run();
  return "ok" in done ? leaveDesk(request, "/desk/paiements", noteOf(act)) : answerDesk(context, done);
}

function noteOf(act: string): string {
  if (act === "note") return m.deskpeople_done_note();
  if (act === "approve") return m.deskpeople_done_approve();
  return act === "end" ? m.deskpeople_done_end() : m.deskpeople_done_ask();
}
