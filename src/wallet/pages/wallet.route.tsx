import { data, redirect, type RouterContextProvider } from "react-router";
import { accountFrame } from "../../members/pages/account-frame.server.ts";
import { AccountPage } from "../../members/pages/account-page.tsx";
import { leaveTo, loggedInRequest, type MemberRequest } from "../../members/pages/member-request.server.ts";
import type { Member } from "../../members/member.ts";
import { popupHref } from "../../members/paths.ts";
import { messageOf } from "../../members/refusals.ts";
import { m } from "../../paraglide/messages.js";
import { safePath } from "../../platform/safe-path.ts";
import { openView } from "../open-view.server.ts";
import { bankPageOf, dismissPayment } from "../pending.server.ts";
import { closeUnlock } from "../unlocks.server.ts";
import { cashlessView } from "../wallet-view.server.ts";
import { unlockWallet } from "../wallets.server.ts";
import { CashlessBody } from "./cashless-body.tsx";
import type { Route } from "./+types/wallet.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

type Request = MemberRequest & { member: Member };
const SHEET = popupHref("Cashless");

/**
 * /portefeuille: what an unlocked wallet shows, for the script of popup=Cashless, which posts the handle (`do=open`; never in an address). Asked for by
 * address it leads to the popup, or with `payment` to the bank's page of that payment.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = walletRequest(context);
  const { world, member, query, fields } = request;
  if (fields["do"] === "open") return showOpen(request);
  const link = await bankPageOf(world, member, query.get("payment") ?? "");
  throw redirect(link ?? SHEET);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** `continue` puts a payment aside that was read; `forget` closes what a handle opened; `open` shows the page. */
export async function action({ context }: Route.ActionArgs) {
  const { world, member, fields } = walletRequest(context);
  switch (fields["do"]) {
    case "open":
      return data(null);
    case "continue":
      await dismissPayment(world, member, fields["payment"] ?? "");
      return leaveTo(SHEET);
    case "forget":
      await closeUnlock(world, member, fields["unlock"] ?? "");
      return leaveTo(popupHref("Menu"));
    default:
      return leaveTo(SHEET);
  }
}

function walletRequest(context: Readonly<RouterContextProvider>): Request {
  return loggedInRequest(context, "Cashless");
}

/** The open wallet, or the locked one with why it closed. */
async function showOpen(request: Request) {
  const { world, venue, venues, member, locale, fields, page } = request;
  const sites = { bySite: (siteId: number) => venues.find((one) => one.siteId === siteId) };
  const place = { venue, locale, sites, address: safePath(fields["under"], "/") };
  const asked = new URLSearchParams({ site: fields["site"] ?? "" });
  if (/^[\w-]{1,100}$/.test(fields["session_id"] ?? "")) asked.set("session_id", fields["session_id"] ?? "");
  const view = await cashlessView(world, place, member, asked);
  if (view === null) throw redirect(popupHref("Menu"));
  const handle = fields["unlock"] ?? "";
  const unlocked: Awaited<ReturnType<typeof unlockWallet>> =
    handle === ""
      ? { refusal: { status: 403, error: "wallet_unlock_ended" } }
      : await unlockWallet(world, sites, member, view.siteId, { slot: handle });
  const open =
    "ok" in unlocked ? await openView(world, place, member, unlocked.ok.wallet, fields["before"] ?? null) : null;
  const alert = "refusal" in unlocked ? messageOf(unlocked.refusal.error, locale) : null;
  const frame = await accountFrame(request, { title: m.wallet_title() });
  page.hydrates = false;
  page.content = (
    <AccountPage frame={frame} heading={m.wallet_title()} closeHref={SHEET}>
      <CashlessBody view={view} open={open} alert={alert} />
    </AccountPage>
  );
  return data(null, { headers: { "Cache-Control": "no-store" } });
}
