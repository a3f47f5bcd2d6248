import { POPUP_EVENT } from "../../members/pages/member-popups.ts";

/** Fetches what popup=Cashless can do once one is in the page; most pages never have one. */
export function loadWallet(root: Document): void {
  const load = () => {
    const { walletScript } = root.querySelector<HTMLElement>("[data-wallet-script]")?.dataset ?? {};
    if (walletScript !== undefined) void import(/* @vite-ignore */ walletScript).catch(() => undefined);
  };
  root.addEventListener(POPUP_EVENT, load);
  load();
}
