import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import type { ExclusionPurpose, ExclusionSource } from "../platform/gateways.ts";
import type { World } from "../platform/world.ts";
import type { Country } from "../venues/contract.ts";
import {
  insertVerdicts,
  lockForExclusion,
  noteRepeated,
  updateExclusions,
  type StoredVerdict,
} from "./exclusion-queries.server.ts";
import { membershipOfId, type Person } from "./memberships.server.ts";

/** Whose register is asked in each country. */
export const SOURCES: Record<Country, ExclusionSource> = { FR: "ANJ", CH: "OJAR", BE: "EPIS" };

/**
 * What a register said. `checkedAt` is when a "barred" was told, and when the question of a "clear" was asked: an answer that
 * arrives late lifts no exclusion that began meanwhile.
 */
export type Verdict = { verdict: "clear" | "barred"; source: ExclusionSource; checkedAt: Date };
/** What is known from a register: a verdict just now, "silent" without an answer, or "unasked". */
export type RegisterAnswer = Verdict | "silent" | "unasked";

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
  const askedAt = world.now();
  const told = await world.gateways.exclusions?.check(source, { lastname, firstname, birthday }, purpose);
  world.metrics.count(`exclusion_checks_total{source="${source}",verdict="${told ?? "unknown"}"}`);
  if (told === undefined || told === "unknown") return null;
  return { verdict: told, source, checkedAt: told === "clear" ? askedAt : world.now() };
}

/**
 * Stores verdict, time and source, and nothing else of the register. A member's verdict starts or lifts the exclusion. A verdict that
 * repeats the register's last one is noted there, so that only changes add rows.
 */
export function storeVerdict(
  tx: Transaction,
  about: { enrollmentId: string | null; membershipId: string | null },
  { verdict, source, checkedAt }: Verdict,
): Promise<void> {
  return storeVerdicts(tx, source, checkedAt, [{ ...about, verdict }]);
}

/** Like `storeVerdict`, for many verdicts of one register. `at` is their `checkedAt`. */
export async function storeVerdicts(
  tx: Transaction,
  source: ExclusionSource,
  at: Date,
  told: StoredVerdict[],
): Promise<void> {
  const changes = await noteRepeated(tx, told, source, at);
  const idsOf = (some: StoredVerdict[]) => some.flatMap(({ membershipId }) => membershipId ?? []);
  const locked = await lockForExclusion(tx, idsOf(told), idsOf(told.filter(({ verdict }) => verdict === "barred")));
  await insertVerdicts(tx, changes, source, at);
  await updateExclusions(tx, locked, at);
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

export function hasNameAndBirthday<Someone extends Record<"lastname" | "firstname" | "birthday", string | null>>(
  person: Someone,
): person is Someone & Person {
  return person.lastname !== null && person.firstname !== null && person.birthday !== null;
}
