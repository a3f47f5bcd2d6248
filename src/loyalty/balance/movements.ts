/** What moves a loyalty balance, by the names that the floor and the statement give it. Browser-safe. */

/** Where loyalty euros are earned: the game families of section 3, the restaurant, the hotel. */
export const FAMILIES = ["slots", "elec", "bje", "ra", "bj", "uth", "thp", "restaurant", "hotel"] as const;
export type Family = (typeof FAMILIES)[number];

/** What brings euros: an earning, somebody who was brought, a share of what they earn (G123). */
export type CreditKind = Family | "referral" | "referral_share";
export type MovementKind = CreditKind | "spending" | "expiry" | "reversal";

/** An amount in cents as the API writes balances: '12.30'; what is owed after a reversal shows as '0.00' (G119, G126). */
export function balanceDecimal(cents: bigint): string {
  const shown = String(cents < 0n ? 0n : cents).padStart(3, "0");
  return `${shown.slice(0, -2)}.${shown.slice(-2)}`;
}
