import type { Member } from "../accounts/member.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Country } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";

/** Somebody who has just become a member. */
export type Joined = {
  membershipId: string;
  siteId: number;
  country: Country;
  sponsorMembershipId: string | null;
};
/** Loyalty cents that were credited for play or at a table; negative where an earning is taken back. */
export type Earned = { membershipId: string; family: string; cents: bigint; siteId: number; at: Date };

/** What the loyalty programme needs of the rooms that stand on it. */
export type LoyaltyHooks = {
  /** An enrollment is completed, in its transaction. */
  joined: (world: World, tx: Transaction, joined: Joined) => Promise<void>;
  /** Loyalty euros were earned, in the posting's transaction. */
  earned: (tx: Transaction, earned: Earned) => Promise<void>;
  /** The membership whose referral code this is; null for nobody's. */
  sponsorOfCode: (tx: Transaction, code: string) => Promise<string | null>;
  /** Whether a birthday gift waits for a member at a venue. */
  hasBirthdayGift: (world: World, venue: Venue, member: Member) => Promise<boolean>;
};

declare module "../platform/hooks.ts" {
  interface Hooks {
    loyalty: LoyaltyHooks;
  }
}
