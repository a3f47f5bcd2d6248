import type { OpenView } from "../open-view.server.ts";
import type { CashlessView } from "../view.server.ts";

/** What the wallet's address answers: the popup as it stands now. */
export type WalletAnswer = {
  view: CashlessView;
  /** What the handle has opened; null where the wallet is locked. */
  open: OpenView | null;
  /** Why it is locked again. */
  alert: string | null;
  /** The handle for what was brought back from the bank, which the page keeps in memory alone; null where it has its own. */
  unlock: string | null;
};
