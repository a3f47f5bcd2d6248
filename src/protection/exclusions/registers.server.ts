import type { Transaction } from "../../platform/database/database.server.ts";
import type { ExclusionPurpose, ExclusionSource } from "../../platform/gateways/exclusions.ts";
import type { World } from "../../platform/world.ts";
import type { Country } from "../../venues/contract.ts";
import {
  insertVerdicts,
  lastAnswerAt,
  lockForExclusion,
  noteRepeated,
  updateExclusions,
  type StoredVerdict,
} from "./queries.server.ts";

/** A person as named on a document; `birthday` is an ISO date. */
export type Person = { lastname: string; firstname: string; birthday: string };

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

/** True if a country's register answered about a member, whatever it said, within the last `ms`. */
export async function hasAnsweredWithin(world: World, country: Country, membershipId: string, ms: number) {
  const last = await lastAnswerAt(world.database.db, membershipId, SOURCES[country]);
  return last !== null && world.now().getTime() - last.getTime() < ms;
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

export function hasNameAndBirthday<Someone extends Record<"lastname" | "firstname" | "birthday", string | null>>(
  person: Someone,
): person is Someone & Person {
  return person.lastname !== null && person.firstname !== null && person.birthday !== null;
}
