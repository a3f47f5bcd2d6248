import { redirect, type RouterContextProvider } from "react-router";
import { redirectAfterForm, loggedInRequest, type MemberRequest } from "../../accounts/forms/member-request.server.ts";
import type { Member } from "../../accounts/member.ts";
import { popupHref } from "../../accounts/paths.ts";
import { refusalText } from "../../accounts/refusals.ts";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { openView } from "../open-view.server.ts";
import { bankPageOf, dismissPayment, withdrawPayment } from "../payments/member-payments.server.ts";
import { endedReturnCookie, endReturns, finishReturn, returnToken } from "../payments/return-from-bank.server.ts";
import { closeUnlock } from "../pin/unlocks.server.ts";
import type { Locale } from "../../venues/contract.ts";
import { sitesOf } from "../../venues/venue-table.server.ts";
import { cashlessView, type CashlessView } from "../view.server.ts";
import { unlockWallet } from "../wallets.server.ts";
import type { Route } from "./+types/wallet.route.ts";
import type { WalletAnswer } from "./wallet-calls.ts";

type WalletRequest = MemberRequest & { member: Member };
type WalletPost = WalletRequest & { fields: Record<string, string> };
const SHEET = popupHref("Cashless");

/** '/portefeuille': redirects to popup=Cashless, or with `payment` to the bank's page of that payment. */
export async function loader({ context }: Route.LoaderArgs) {
  const { world, member, query } = walletRequest(context);
  const link = await bankPageOf(world, member, query.get("payment") ?? "");
  throw redirect(link ?? SHEET);
}

/**
 * The posts of popup=Cashless; a post keeps handles out of addresses. `open` shows the wallet. `continue` first
 * dismisses a payment, and `withdraw` first cancels one that the bank has not answered. `forget` ends a handle and
 * answers a redirect. The others answer a `WalletAnswer`, or redirect a plain form to the popup.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const posted = { ...walletRequest(context), fields: textsOf(await request.formData()) };
  const { world, member, fields, venues } = posted;
  const uuid = fields["payment"] ?? "";
  switch (fields["do"]) {
    case "open":
      return shownOf(posted, request.headers);
    case "continue":
      await dismissPayment(world, member, uuid);
      break;
    case "withdraw":
      await withdrawPayment(world, sitesOf(venues), member, uuid);
      break;
    case "forget":
      await closeUnlock(world, member, fields["unlock"] ?? "");
      await endReturns(world, member);
      return redirectAfterForm(popupHref("Menu"));
  }
  return fields["answer"] === "wallet" ? shownOf(posted, request.headers) : redirectAfterForm(SHEET);
}

function walletRequest(context: Readonly<RouterContextProvider>): WalletRequest {
  return loggedInRequest(context, "Cashless");
}

/** The unlocked wallet, or the locked one with the reason. A return from the bank unlocks once by its cookie. */
async function shownOf(posted: WalletPost, headers: Headers): Promise<Response> {
  const { world, venue, venues, member, locale, fields } = posted;
  const sites = sitesOf(venues);
  const asked = new URLSearchParams({ site: fields["site"] ?? "" });
  if (/^[\w-]{1,100}$/.test(fields["session_id"] ?? "")) asked.set("session_id", fields["session_id"] ?? "");
  const view = await cashlessView(world, { venue, locale, sites }, member, asked);
  if (view === null) throw redirectAfterForm(popupHref("Menu"));
  const given = fields["unlock"] ?? "";
  // A page that still has its handle does not use up the return cookie.
  const token = given === "" ? returnToken(headers) : null;
  const handle = token === null ? given : await exchanged(posted, token, view);
  const opened = handle === "" ? null : await unlockWallet(world, sites, member, view.siteId, { slot: handle });
  const wallet = opened !== null && "ok" in opened ? opened.ok.wallet : null;
  const answer: WalletAnswer = {
    view,
    open: wallet && (await openView(world, { venue, locale, sites }, member, wallet, fields["before"] ?? null)),
    alert: wallet === null ? lockedReason(opened, { locale, hasEnded: fields["ended"] === "true" }) : null,
    unlock: wallet === null || token === null ? null : handle,
  };
  const cookie = token === null ? [] : [["Set-Cookie", endedReturnCookie()]];
  return Response.json(answer, { headers: [["Cache-Control", "no-store"], ...cookie] as [string, string][] });
}

async function exchanged({ world, member }: WalletRequest, token: string, view: CashlessView): Promise<string> {
  const paymentUuid = view.payment?.uuid ?? "";
  return (await finishReturn(world, member, token, { siteId: view.siteId, paymentUuid })) ?? "";
}

type Opened = Awaited<ReturnType<typeof unlockWallet>>;

/** Why the wallet is locked, or null if nobody has unlocked it yet. */
function lockedReason(
  opened: Opened | null,
  { locale, hasEnded }: { locale: Locale; hasEnded: boolean },
): string | null {
  if (opened !== null) return "refusal" in opened ? refusalText(opened.refusal.error, locale) : null;
  return hasEnded ? refusalText("wallet_unlock_ended", locale) : null;
}
