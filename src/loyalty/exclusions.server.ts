import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import type { ExclusionPurpose, ExclusionSource } from "../platform/gateways.ts";
import type { World } from "../platform/world.ts";
import type { Country } from "../venues/contract.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { updateExclusion, insertVerdict, markChecked, membersToCheck } from "./exclusion-queries.server.ts";
import { membershipOfId, type Person } from "./memberships.server.ts";

export const DAILY_EXCLUSIONS_QUEUE = "loyalty.daily-exclusions";
const SOURCES: Record<Country, ExclusionSource> = { FR: "ANJ", CH: "OJAR", BE: "EPIS" };
const PAGE = 100;
const DUE_MS = 20 * 3_600_000;
const EVERY_MS = 3_600_000;

export type Verdict = { verdict: "clear" | "barred"; source: ExclusionSource; checkedAt: Date };

/**
 * Asks a country's register of exclusions about a person, outside any transaction. Null if it does not answer; the caller must
 * then refuse or wait. Store the verdict together with the decision (`storeVerdict`).
 */
export async function askRegister(
  world: World,
  country: Country,
  person: Person,
  purpose: ExclusionPurpose,
): Promise<Verdict | null> {
  const source = SOURCES[country];
  const { lastname, firstname, birthday } = person;
  const told = await world.gateways.exclusions?.check(source, { lastname, firstname, birthday }, purpose);
  world.metrics.count(`exclusion_checks_total{source="${source}",verdict="${told ?? "unknown"}"}`);
  return told === undefined || told === "unknown" ? null : { verdict: told, source, checkedAt: world.now() };
}

/** Stores verdict, time and source, and nothing else of the register. A member's verdict starts or lifts the exclusion. */
export async function storeVerdict(
  tx: Transaction,
  about: { enrollmentId: string | null; membershipId: string | null },
  { verdict, source, checkedAt }: Verdict,
): Promise<void> {
  await insertVerdict(tx, {
    enrollment_id: about.enrollmentId,
    membership_id: about.membershipId,
    verdict,
    source,
    checked_at: checkedAt,
  });
  if (about.membershipId !== null) await updateExclusion(tx, about.membershipId, checkedAt);
}

/** True if a member may get gifts and marketing. Asks the register each time; no answer counts as no. */
export async function isFreeForMarketing(world: World, country: Country, membershipId: string): Promise<boolean> {
  const member = await membershipOfId(world, membershipId);
  if (member === null || member.status !== "active" || !hasNameAndBirthday(member)) return false;
  const verdict = await askRegister(world, country, member, "marketing");
  if (verdict === null) return false;
  await inTransaction(world.database, (tx) => storeVerdict(tx, { enrollmentId: null, membershipId }, verdict));
  // Another country's register may still exclude the member.
  return (await membershipOfId(world, membershipId))?.excludedSince === null;
}

/** Orders the next round of daily checks, once for all nodes. */
export async function orderExclusionRound(world: World, startAfter?: Date): Promise<void> {
  await inTransaction(world.database, (tx) =>
    world.jobs.send(
      tx,
      DAILY_EXCLUSIONS_QUEUE,
      {},
      { singletonKey: "round", ...(startAfter === undefined ? {} : { startAfter }) },
    ),
  );
}

/**
 * The job: asks about every member not checked for 20 hours, in the register of the home site's country. A register that does not
 * answer ends the round; the next one, an hour later, continues there.
 */
export async function checkMembersDaily(world: World, table: Pick<VenueTable, "bySite">): Promise<void> {
  const due = new Date(world.now().getTime() - DUE_MS);
  for (let isMore = true; isMore;) {
    const members = await membersToCheck(world.database.db, due, PAGE);
    for (const member of members) {
      if (!hasNameAndBirthday(member)) continue;
      const verdict = await askRegister(world, table.bySite(member.home_site_id)?.country ?? "FR", member, "daily");
      if (verdict === null) {
        isMore = false;
        break;
      }
      const about = { enrollmentId: null, membershipId: member.id };
      await inTransaction(world.database, async (tx) => {
        await storeVerdict(tx, about, verdict);
        await markChecked(tx, member.id, verdict.checkedAt);
      });
    }
    isMore &&= members.length === PAGE;
  }
  await orderExclusionRound(world, new Date(world.now().getTime() + EVERY_MS));
}

export function hasNameAndBirthday<Someone extends Record<"lastname" | "firstname" | "birthday", string | null>>(
  person: Someone,
): person is Someone & Person {
  return person.lastname !== null && person.firstname !== null && person.birthday !== null;
}
