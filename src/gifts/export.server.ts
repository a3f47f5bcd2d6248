import type { Member } from "../accounts/member.ts";
import { decimalOfMinor } from "../platform/decimal.ts";
import type { World } from "../platform/world.ts";
import { allGiftsOf, playedBy, referralsOf, burnsOfGifts } from "./export-queries.server.ts";
import type { Holder } from "./queries.server.ts";

/**
 * The gifts part of a member's data export (GDPR art. 15 and 20): gifts with their burns, play credits by gaming day, and
 * referrals, each as a file. Gift codes are left out, because whoever has one can use the gift. So is the identity of the other
 * person of a referral. Parts without data are left out.
 */
export async function exportGifts(world: World, member: Member): Promise<Record<string, unknown>> {
  const { db } = world.database;
  const holder = { accountId: member.accountId, membershipId: member.playersPlusId };
  const [gifts, played, referral] = await Promise.all([
    giftsKept(world, holder),
    playedBy(db, holder),
    holder.membershipId === null ? null : referralKept(world, holder.membershipId),
  ]);
  return {
    ...(gifts.length === 0 ? {} : { gifts }),
    ...(played.length === 0
      ? {}
      : { free_play: played.map(({ played_minor: minor, ...day }) => ({ ...day, played: decimalOfMinor(minor) })) }),
    ...(referral === null ? {} : { referral }),
  };
}

async function giftsKept({ database }: World, holder: Holder): Promise<object[]> {
  const gifts = await allGiftsOf(database.db, holder);
  if (gifts.length === 0) return [];
  const burns = await burnsOfGifts(
    database.db,
    gifts.map(({ code }) => code),
  );
  return gifts.map(({ code, play_minor: play, ...gift }) => ({
    ...gift,
    play: play === null ? null : decimalOfMinor(play),
    uses: burns.filter((burn) => burn.code === code).map(({ code: _code, ...burn }) => burn),
  }));
}

async function referralKept({ database }: World, membershipId: string): Promise<object | null> {
  const { code, brought, broughtMe, days, shares } = await referralsOf(database.db, membershipId);
  if (code === undefined && brought.length === 0 && broughtMe === undefined) return null;
  return {
    own_code: code ?? null,
    brought,
    was_brought: broughtMe ?? null,
    earned_for_sponsor: days.map(({ earned_cents: earned, ...day }) => ({ ...day, earned: decimalOfMinor(earned) })),
    shares: shares.map(({ cents, ...share }) => ({ ...share, amount: decimalOfMinor(cents) })),
  };
}
