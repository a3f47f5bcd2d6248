/** What popup=Cashless can do: take the PIN, hold what it opens in memory, send a deposit and follow it. Fetched by its first sheet. */
import { startDeposits } from "./deposit.ts";
import { followPayments } from "./follow-payments.ts";
import { startKeypad } from "./keypad.ts";
import { startOpenWallet } from "./open-wallet.ts";

startOpenWallet(document);
startKeypad(document);
startDeposits(document);
followPayments(document);
