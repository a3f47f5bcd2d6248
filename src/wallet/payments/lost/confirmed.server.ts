import type { Transaction } from "../../../platform/database/database.server.ts";
import type { BankSession } from "../../../platform/gateways/bank.ts";
import { DEPOSIT_MIN_MINOR } from "../../limits.ts";
import type { Sites } from "../../wallets.server.ts";
import { hasReference, holderOfKey } from "./batch-queries.server.ts";
import { isPayerNamed } from "../bank/payer-name.server.ts";
import { walletOfStatement } from "../bank/statement-text.ts";

/** A payment at the bank, with the company whose application received it. */
export type CompanySession = BankSession & { company: string };

/**
 * The wallet of a paid session whose payment our books lost, if the bank confirms everything: the reference (our
 * transaction number, which no other session has), the amount as it was ordered, the account (of the company that
 * operates the wallet's venue), and the member, whose reference the order's text names and whose name the payer has
 * where the bank gives one. Null if anything differs.
 */
export async function confirmedWallet(
  tx: Transaction,
  sites: Sites,
  { sessionId, state, company, communication, amountMinor, orderedMinor, currency, payerName }: CompanySession,
): Promise<{ membershipId: string; siteId: number } | null> {
  const told = walletOfStatement(communication, state);
  if (told === null || sites.bySite(told.siteId)?.company.key !== company) return null;
  if (currency !== "EUR" || amountMinor === null || amountMinor < DEPOSIT_MIN_MINOR) return null;
  if (amountMinor !== orderedMinor || (await hasReference(tx, state, sessionId))) return null;
  const holder = await holderOfKey(tx, told);
  if (holder === undefined || (payerName !== null && !isPayerNamed(holder.lastname, payerName))) return null;
  return { membershipId: holder.id, siteId: told.siteId };
}
