import { decimalOfMinor } from "../../platform/decimal.ts";

/** The kinds of movements of a loyalty balance, as the floor and the statement name them. Browser-safe. */

/** What earns loyalty euros: the game families, the restaurant, the hotel. */
export const FAMILIES = ["slots", "elec", "bje", "ra", "bj", "uth", "thp", "restaurant", "hotel"] as const;
export type Family = (typeof FAMILIES)[number];

/** True for what was played at a machine or a table. */
export const isGame = (family: Family): boolean => family !== "restaurant" && family !== "hotel";

/** What credits loyalty euros: an earning, a referral, or a share of a referee's earnings. */
export type CreditKind = Family | "referral" | "referral_share";
export type MovementKind = CreditKind | "spending" | "expiry" | "reversal";

/** An amount in cents as the API writes balances, such as '12.30'. A negative balance shows as '0.00'. */
export function balanceDecimal(cents: bigint): string {
  return decimalOfMinor(cents < 0n ? 0n : cents);
}
