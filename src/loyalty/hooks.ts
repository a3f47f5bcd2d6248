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
/** Loyalty cents that were earned; negative for a reversal. */
export type Earned = { membershipId: string; family: string; cents: bigint; siteId: number; at: Date };

/** What this room asks of the rooms below it. See platform/hooks.ts. */
export type LoyaltyHooks = {
  /** Called when an enrollment is completed, in its transaction. */
  joined: (world: World, tx: Transaction, joined: Joined) => Promise<void>;
  /** Called when loyalty euros were earned or an earning was reversed, in the posting's transaction. */
  earned: (tx: Transaction, earned: Earned) => Promise<void>;
  /** The membership that owns a referral code; null for an unknown code. */
  sponsorOfCode: (tx: Transaction, code: string) => Promise<string | null>;
  /** How many gifts a member can use where this policy holds. */
  usableGifts: (
    world: World,
    where: Pick<Venue, "policy">,
    member: Pick<Member, "accountId" | "playersPlusId">,
  ) => Promise<number>;
  /** True if a birthday gift is available to a member at a venue. */
  hasBirthdayGift: (world: World, venue: Venue, member: Member) => Promise<boolean>;
};

declare module "../platform/hooks.ts" {
  interface Hooks {
    loyalty: LoyaltyHooks;
  }
}
