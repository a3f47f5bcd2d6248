import { balanceOf, wholeStatement } from "../ledger/reading.server.ts";
import type { Member } from "../accounts/member.ts";
import { trailSubject } from "../accounts/trail-subject.ts";
import { actionsAbout } from "../staff/trail.server.ts";
import { decimalOfMinor } from "../platform/decimal.ts";
import type { World } from "../platform/world.ts";
import { checksOf, enrollmentRecord, lotsLeft, allPassesOf } from "./export-queries.server.ts";
import { accountOf, EP } from "./balance/lots.server.ts";
import { cardsOf, insertionOf, membershipById } from "./queries.server.ts";

/**
 * The loyalty part of a member's data export (GDPR art. 15 and 20), a file each: membership and cards, balance and movements,
 * passes, enrollment, and actions of staff. Parts without data are left out.
 */
export async function exportLoyalty(world: World, member: Member): Promise<Record<string, unknown>> {
  const { db } = world.database;
  const { accountId, playersPlusId } = member;
  // Before there was a membership, the trail used the account as subject.
  const subjects = [null, playersPlusId].map((membershipId) => trailSubject({ accountId, membershipId }));
  const [membership, enrollment, passes, actions] = await Promise.all([
    playersPlusId === null ? {} : membershipFiles(world, playersPlusId),
    enrollmentRecord(db, accountId),
    allPassesOf(db, accountId, playersPlusId),
    actionsAbout(world, subjects),
  ]);
  const checks =
    enrollment === null && playersPlusId === null ? [] : await checksOf(db, enrollment?.id ?? null, playersPlusId);
  return {
    ...membership,
    ...(enrollment === null ? {} : { enrollment: enrollment.kept }),
    ...(checks.length === 0 ? {} : { register_checks: checks }),
    ...(passes.length === 0 ? {} : { passes }),
    ...(actions.length === 0 ? {} : { staff_acts: actions }),
  };
}

async function membershipFiles(world: World, membershipId: string): Promise<Record<string, unknown>> {
  const { db } = world.database;
  const membership = await membershipById(db, membershipId);
  if (membership === null) return {};
  const { id, lastname, firstname, birthday, mobilePhone, homeSiteId, joinedAt } = membership;
  const person = { lastname, firstname, birthday, mobile_phone: mobilePhone };
  const [cards, inserted, lots] = await Promise.all([cardsOf(db, id), insertedAt(world, id), lotsLeft(db, id)]);
  const balance = decimalOfMinor((await balanceOf(world, accountOf(id))) ?? 0n);
  return {
    membership: {
      id,
      ...person,
      wallet_key: membership.walletKey,
      status: membership.status,
      home_site_id: homeSiteId,
      joined_at: joinedAt,
      excluded_since: membership.excludedSince,
      cards,
      inserted,
    },
    balance: {
      currency: EP,
      balance,
      lots: lots.map(({ earned_minor: earned, left_minor: left, ...lot }) => ({
        ...lot,
        earned: decimalOfMinor(earned),
        left: decimalOfMinor(left),
      })),
      movements: await wholeStatement(world, accountOf(id)),
    },
  };
}

/** The machine that the card is in now; null if none. */
async function insertedAt({ database }: World, membershipId: string): Promise<object | null> {
  const insertion = await insertionOf(database.db, membershipId);
  if (insertion === null) return null;
  const { membership_id: _membership, ...machine } = insertion;
  return machine;
}
