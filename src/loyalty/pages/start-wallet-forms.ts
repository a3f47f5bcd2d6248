import { walletOf } from "./device-wallet.ts";

/** Puts the device's wallet into every form that adds the card to one, and shows its badge. */
export function startWalletForms(root: ParentNode): void {
  const wallet = walletOf(navigator.userAgent, navigator.maxTouchPoints);
  for (const form of root.querySelectorAll<HTMLFormElement>("form[data-wallet-form]")) {
    const field = form.querySelector<HTMLInputElement>("[name=wallet]");
    if (field !== null) field.value = wallet;
    for (const badge of form.querySelectorAll<HTMLElement>("[data-wallet]"))
      badge.hidden = badge.dataset["wallet"] !== wallet;
  }
}
