import { balanceOf, statementPage } from "../ledger/reading.server.ts";
import type { Member } from "../members/member.ts";
import { decimalOfMinor } from "../platform/decimal.ts";
import type { World } from "../platform/world.ts";
import { accountOf } from "./lots.server.ts";
import { cardsOf, membershipById } from "./queries.server.ts";

const PAGE_SIZE = 500;

/**
 * What the programme keeps about a member, for the member (GDPR 15 and 20, G78), a file each: the membership with its cards, every
 * movement of the balance, the gifts, and how the enrollment went. Nothing for whoever has none of it.
 */
export async function exportLoyalty(world: World, member: Member): Promise<Record<string, unknown>> {
  const [enrollments, gifts] = await Promise.all([enrollmentsOf(world, member), giftsKept(world, member)]);
  return {
    ...(member.playersPlusId === null ? {} : await membershipFiles(world, member.playersPlusId)),
    ...(enrollments.length === 0 ? {} : { enrollments }),
    ...(gifts.length === 0 ? {} : { gifts }),
  };
}

async function membershipFiles(world: World, membershipId: string): Promise<Record<string, unknown>> {
  const { db } = world.database;
  const membership = await membershipById(db, membershipId);
  if (membership === null) return {};
  const { id, lastname, firstname, birthday, mobilePhone, homeSiteId, joinedAt } = membership;
  const person = { lastname, firstname, birthday, mobile: mobilePhone };
  const cards = await cardsOf(db, id);
  const balance = decimalOfMinor((await balanceOf(world, accountOf(id))) ?? 0n);
  return {
    membership: { id, ...person, home_site_id: homeSiteId, joined_at: joinedAt, cards },
    balance: { balance, movements: await movementsOf(world, id) },
  };
}

async function movementsOf(world: World, membershipId: string): Promise<object[]> {
  const all: object[] = [];
  let before: bigint | null = null;
  do {
    const page: Awaited<ReturnType<typeof statementPage>> = await statementPage(world, {
      account: accountOf(membershipId),
      before,
      size: PAGE_SIZE,
    });
    for (const { kind, details, at, amount, balance } of page.movements)
      all.push({ at, kind, ...details, amount: decimalOfMinor(amount), balance: decimalOfMinor(balance) });
    before = page.next;
  } while (before !== null);
  return all;
}

function enrollmentsOf({ database }: World, { accountId }: Member) {
  return database.db
    .selectFrom("enrollments")
    .select(["site_id", "status", "rules_version", "rules_accepted_at", "changed_at"])
    .where("account_id", "=", accountId)
    .orderBy("changed_at")
    .execute();
}

function giftsKept({ database }: World, { accountId, playersPlusId }: Member) {
  return database.db
    .selectFrom("gifts")
    .innerJoin("offers", "offers.id", "gifts.offer_id")
    .select(["gifts.status", "offers.label", "gifts.issued_at", "gifts.expires_at", "gifts.burned_at"])
    .where((is) => is.or([is("account_id", "=", accountId), is("membership_id", "=", playersPlusId ?? "")]))
    .orderBy("gifts.issued_at")
    .execute();
}
