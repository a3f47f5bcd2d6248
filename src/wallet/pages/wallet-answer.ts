import type { OpenView } from "../open-view.server.ts";
import type { CashlessView } from "../view.server.ts";

/** What the wallet route answers: the current state of the popup. */
export type WalletAnswer = {
  view: CashlessView;
  /** The unlocked wallet, or null if it is locked. */
  open: OpenView | null;
  /** Why it is locked again. */
  alert: string | null;
  /** The new handle after a return from the bank, to be kept in memory only; null if the page has its own. */
  unlock: string | null;
};
