import { credit } from "../../loyalty/balance/balance.server.ts";
import { membershipOfId } from "../../loyalty/memberships.server.ts";
import type { Member } from "../../accounts/member.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { zoneOfCountry } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import type { Country } from "../../venues/contract.ts";
import { addMonths, gamingDayOf } from "../../venues/hours/gaming-day.ts";
import type { Venue } from "../../venues/venue.ts";
import { countryOfSite } from "../campaigns/offer-queries.server.ts";
import {
  addEarning,
  codeOfMembership,
  insertCode,
  insertReferral,
  insertShare,
  isSponsoredBy,
  placesTaken,
  sharesToPost,
  sponsorByCode,
  type Share,
} from "./queries.server.ts";

/** What a sponsor gets when somebody has become a member, in cents of the loyalty currency (G123). */
const REWARD_CENTS = 500n;
/** Sponsored people that count in one gaming day. */
const PLACES = 4;
/** A tenth of what the referee earns on these. */
const SHARED_FAMILIES = new Set(["slots", "elec"]);
const SHARE_DIVISOR = 10n;
const CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 8;
const AT_ONCE = 200;
const GROUP_ZONE = "Europe/Paris";

/**
 * A member's own code for whoever they bring, made when it is first asked for (G122); null where the country has no referral (G124)
 * or while a register names them.
 */
export async function referralInvite(
  world: World,
  venue: Pick<Venue, "policy">,
  membership: { id: string; excludedSince: Date | null },
): Promise<{ code: string; href: string } | null> {
  if (venue.policy.gifts !== "all" || membership.excludedSince !== null) return null;
  const known = await codeOfMembership(world.database.db, membership.id);
  const code = known ?? (await inTransaction(world.database, (tx) => makeCode(world, tx, membership.id)));
  return { code, href: referralHref(code) };
}

/** The same for whoever is logged in; null for who is not a member, or not any more. */
export async function inviteOf(
  world: World,
  venue: Pick<Venue, "policy">,
  { playersPlusId }: Pick<Member, "playersPlusId">,
): Promise<{ code: string; href: string } | null> {
  const membership = playersPlusId === null ? null : await membershipOfId(world, playersPlusId);
  return membership?.status === "active" ? referralInvite(world, venue, membership) : null;
}

/** Where a sponsor's link leads; the enrollment's rules screen reads `sponsor`. */
export function referralHref(code: string): string {
  return `/players-plus?sponsor=${code}`;
}

/** The membership behind a sponsor's code as somebody typed it, of any shape; null for none, a lapsed or an excluded one. */
export async function sponsorOfCode(tx: Transaction, code: string): Promise<string | null> {
  const plain = code.slice(0, 40).replaceAll(/[\s-]/g, "").toUpperCase();
  return /^[A-HJ-NP-Z2-9]{8}$/.test(plain) ? sponsorByCode(tx, plain) : null;
}

/**
 * Counts who was brought, and rewards the sponsor: never oneself under another name of the same person, never in a circle, at most
 * four a gaming day of the site where they joined (G123). False where it does not count.
 */
export async function countReferral(
  world: World,
  tx: Transaction,
  { refereeId, sponsorId, siteId, zone }: { refereeId: string; sponsorId: string; siteId: number; zone: string },
): Promise<boolean> {
  const at = world.now();
  const gamingDay = gamingDayOf(at, zone);
  // The sponsor's row is locked first, so that of five at the same moment four count.
  const taken = await placesTaken(tx, { sponsorId, refereeId, gamingDay });
  if (taken === null || taken >= PLACES || (await isSponsoredBy(tx, sponsorId, refereeId))) return false;
  const isNew = await insertReferral(tx, {
    referee_id: refereeId,
    sponsor_id: sponsorId,
    gaming_day: gamingDay,
    place: taken + 1,
    counted_at: at,
  });
  if (!isNew) return false;
  const key = `referral:${refereeId}`;
  await credit(world, tx, { membershipId: sponsorId, cents: REWARD_CENTS, kind: "referral", key, siteId, at });
  return true;
}

/**
 * Notes what a member earned, in cents, negative for what was taken back: where somebody brought them, it counts towards that
 * sponsor's share. Call it where earnings are posted, in their transaction.
 */
export async function refereeEarned(
  tx: Transaction,
  earning: { membershipId: string; family: string; cents: bigint; siteId: number; at: Date },
): Promise<void> {
  if (!SHARED_FAMILIES.has(earning.family)) return;
  const country: Country = (await countryOfSite(tx, earning.siteId)) ?? "FR";
  const gamingDay = gamingDayOf(earning.at, zoneOfCountry(country));
  await addEarning(tx, earning.membershipId, gamingDay, earning.cents);
}

/**
 * Posts what sponsors have coming of quarters that are over: a tenth of the gaming days' totals, rounded down, house-funded, once for
 * each referee and quarter. A sponsor whom a register names gets it when that is over.
 */
export async function postReferralShares(world: World): Promise<void> {
  const before = quarterStart(gamingDayOf(world.now(), GROUP_ZONE));
  for (let posted = AT_ONCE; posted === AT_ONCE;) {
    posted = await inTransaction(world.database, async (tx) => {
      const shares = await sharesToPost(tx, before, world.now(), AT_ONCE);
      for (const share of shares) await postShare(world, tx, share);
      return shares.length;
    });
  }
}

async function postShare(world: World, tx: Transaction, share: Share): Promise<void> {
  const { refereeId, sponsorId, siteId, quarter, earnedCents } = share;
  const cents = earnedCents > 0n ? earnedCents / SHARE_DIVISOR : 0n;
  const at = world.now();
  if (!(await insertShare(tx, { referee_id: refereeId, quarter, cents, posted_at: at })) || cents === 0n) return;
  const key = `referral-share:${refereeId}:${quarter}`;
  await credit(world, tx, { membershipId: sponsorId, cents, kind: "referral_share", key, siteId, at });
}

async function makeCode(world: World, tx: Transaction, membershipId: string): Promise<string> {
  for (;;) {
    const code = Array.from(world.random(CODE_LENGTH), (byte) => CODE_LETTERS[byte % 32]).join("");
    await insertCode(tx, { membership_id: membershipId, code, made_at: world.now() });
    const stored = await codeOfMembership(tx, membershipId);
    if (stored !== null) return stored;
  }
}

/** The first day of the quarter that a day is in. */
function quarterStart(day: string): string {
  const first = `${day.slice(0, 7)}-01`;
  return addMonths(first, -((Number(day.slice(5, 7)) - 1) % 3));
}
