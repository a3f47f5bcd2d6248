import { Hono, type Context } from "hono";
import { m } from "../src/messages/messages.js";
import type { BankApplications } from "./bank-applications.ts";
import { BANK_CODE } from "./bank-code.ts";
import { BANKS, isOver, readAmount, type BankBook, type BankOutcome, type Session } from "./bank-book.ts";
import { page } from "./page.tsx";
import { ApproveBankPage, ChooseBankPage, DonePaymentPage } from "./pages/bank-pages.tsx";
import type { PayeeSession } from "./pages/bank-parts.tsx";
import type { SandboxEnv } from "./with-faults.ts";

/** What the bar of outcomes may decide. 'approve' is the payer's own button and needs the second factor. */
const WISHES: Record<string, BankOutcome> = {
  pay: "paid",
  wait: "pending",
  cancel: "cancelled",
  fail: "failed",
  expire: "expired",
};

/**
 * The bank's pages: choose a bank, then approve with a second factor, cancel, fail or wait. They lead back to the
 * site.
 */
export function payerPages(book: BankBook, applications: BankApplications) {
  const routes = new Hono<SandboxEnv>();
  const shown = (session: Session) => ({
    session,
    payee: applications.find(session.application),
    sessions: book.list(),
  });
  routes.get("/bank/:id", (c) => {
    const session = book.find(c.req.param("id"));
    if (session === undefined) return c.text("There is no such payment.", 404);
    if (isOver(session.status)) return page(c, <DonePaymentPage {...shown(session)} back={wayBack(session)} />);
    if (session.bank === null) return page(c, <ChooseBankPage {...shown(session)} banks={BANKS} />);
    return page(c, <ApproveBankPage {...shown(session)} problem={null} />);
  });
  routes.post("/bank/:id", async (c) => {
    const session = book.find(c.req.param("id"));
    if (session === undefined) return c.text("There is no such payment.", 404);
    return answer(c, book, shown(session), new URLSearchParams(await c.req.text()));
  });
  return routes;
}

type Shown = PayeeSession & { sessions: Session[] };

function answer(c: Context, book: BankBook, shown: Shown, form: URLSearchParams) {
  const { session } = shown;
  const back = () => c.redirect(wayBack(session), 303);
  if (isOver(session.status)) return back();
  const bank = BANKS.find((name) => name === form.get("bank"));
  if (bank !== undefined) book.choose(session, bank);
  const wish = form.get("do") ?? "";
  const outcome = wish === "approve" ? "paid" : WISHES[wish];
  if (bank !== undefined || outcome === undefined) return c.redirect(`/bank/${session.id}`, 303);
  if (wish === "approve" && form.get("code") !== BANK_CODE) return page(c, <WrongCode {...shown} />, 400);
  const payer = form.get("payer")?.trim() ?? "";
  if (payer !== "") session.payerName = payer.slice(0, 200);
  book.settle(session, outcome, readAmount(form.get("amount")) ?? session.orderedMinor);
  return back();
}

/** The words are chosen while the page is drawn, in its language. */
function WrongCode(shown: Shown) {
  return <ApproveBankPage {...shown} problem={m.sandbox_bank_code_wrong({ code: BANK_CODE })} />;
}

/** Fintecture's return address carries the session's id and our state. */
function wayBack(session: Session): string {
  const url = new URL(session.returnUrl);
  for (const [name, value] of Object.entries({
    session_id: session.id,
    status: session.status,
    provider: "sandboxbank",
    state: session.state,
  }))
    url.searchParams.set(name, value);
  return url.href;
}
