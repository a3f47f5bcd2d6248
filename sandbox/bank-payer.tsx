import { Hono, type Context } from "hono";
import type { BankApplications } from "./bank-applications.ts";
import { BANKS, readAmount, type BankBook, type Session } from "./bank-book.ts";
import { ApproveBankPage, ChooseBankPage, DonePaymentPage, type PayeeSession } from "./pages/bank-pages.tsx";
import { page } from "./sign-in.tsx";
import type { SandboxEnv } from "./ways.ts";

/** The second factor of every bank in the sandbox. */
export const BANK_CODE = "123456";
const OVER = ["payment_created", "payment_cancelled", "payment_unsuccessful", "payment_expired"];

/**
 * The bank's pages: choose a bank, then approve with a second factor, cancel, fail or wait. They lead back to the
 * site.
 */
export function payerPages(book: BankBook, applications: BankApplications) {
  const routes = new Hono<SandboxEnv>();
  const withPayee = (session: Session): PayeeSession => ({ session, payee: applications.find(session.application) });
  routes.get("/bank/:id", (c) => {
    const session = book.find(c.req.param("id"));
    if (session === undefined) return c.text("There is no such payment.", 404);
    if (OVER.includes(session.status))
      return page(c, <DonePaymentPage {...withPayee(session)} back={wayBack(session)} />);
    if (session.bank === null) return page(c, <ChooseBankPage {...withPayee(session)} banks={BANKS} />);
    return page(c, <ApproveBankPage {...withPayee(session)} problem={null} />);
  });
  routes.post("/bank/:id", async (c) => {
    const session = book.find(c.req.param("id"));
    if (session === undefined) return c.text("There is no such payment.", 404);
    return answer(c, book, withPayee(session), new URLSearchParams(await c.req.text()));
  });
  return routes;
}

function answer(c: Context, book: BankBook, { session, payee }: PayeeSession, form: URLSearchParams) {
  const back = () => c.redirect(wayBack(session), 303);
  if (OVER.includes(session.status)) return back();
  const bank = BANKS.find((name) => name === form.get("bank"));
  if (bank !== undefined) {
    book.choose(session, bank);
    return c.redirect(`/bank/${session.id}`, 303);
  }
  const wish = form.get("do");
  if (wish === "cancel") book.settle(session, "cancelled");
  else if (wish === "fail") book.settle(session, "failed");
  else if (wish === "wait") book.settle(session, "pending");
  else if (wish === "approve") {
    if (form.get("code") !== BANK_CODE)
      return page(
        c,
        <ApproveBankPage session={session} payee={payee} problem="This code is not the right one." />,
        400,
      );
    const payer = form.get("payer")?.trim() ?? "";
    if (payer !== "") session.payerName = payer.slice(0, 200);
    book.settle(session, "paid", readAmount(form.get("amount")) ?? session.orderedMinor);
  } else return c.redirect(`/bank/${session.id}`, 303);
  return back();
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
