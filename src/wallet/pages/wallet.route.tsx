import { data, redirect, type RouterContextProvider } from "react-router";
import { leaveTo, loggedInRequest, type MemberRequest } from "../../members/pages/member-request.server.ts";
import type { Member } from "../../members/member.ts";
import { popupHref } from "../../members/paths.ts";
import { messageOf } from "../../members/refusals.ts";
import { safePath } from "../../platform/safe-path.ts";
import { openView } from "../open-view.server.ts";
import { bankPageOf, dismissPayment } from "../pending.server.ts";
import { closeUnlock } from "../unlocks.server.ts";
import { cashlessView } from "../wallet-view.server.ts";
import { unlockWallet } from "../wallets.server.ts";
import { CashlessBody } from "./cashless-body.tsx";
import type { Route } from "./+types/wallet.route.ts";

type Request = MemberRequest & { member: Member };
const SHEET = popupHref("Cashless");

export const handle = { isBare: true };

/** '/portefeuille': by address it leads to popup=Cashless, or with `payment` to the bank's page of that payment. */
export async function loader({ context }: Route.LoaderArgs) {
  const { world, member, query, fields } = walletRequest(context);
  if (fields["do"] === "open") return null;
  const link = await bankPageOf(world, member, query.get("payment") ?? "");
  throw redirect(link ?? SHEET);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/**
 * What popup=Cashless posts. `open` answers what the handle shows, which therefore stands in no address; `continue` puts a payment aside that was
 * read; `forget` closes what a handle opened.
 */
export async function action({ context }: Route.ActionArgs) {
  const request = walletRequest(context);
  const { world, member, fields } = request;
  switch (fields["do"]) {
    case "open":
      return data(await shownOf(request), { headers: { "Cache-Control": "no-store" } });
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

export default function WalletPage({ actionData }: Route.ComponentProps) {
  return actionData === undefined ? null : <CashlessBody {...actionData} />;
}

function walletRequest(context: Readonly<RouterContextProvider>): Request {
  return loggedInRequest(context, "Cashless");
}

/** The open wallet, or the locked one with why it closed. */
async function shownOf({ world, venue, venues, member, locale, fields }: Request) {
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
  return { view, open, alert: "refusal" in unlocked ? messageOf(unlocked.refusal.error, locale) : null };
}
