import type { Transaction } from "../platform/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Country } from "../venues/contract.ts";

/** A person has just become a member: what the programme gives on that occasion (G121, G122). */
export async function joined(
  _world: World,
  _tx: Transaction,
  _member: { membershipId: string; siteId: number; country: Country; sponsorMembershipId: string | null },
): Promise<void> {}

/** The membership that a sponsor's code names; null for none. */
export async function sponsorOfCode(_tx: Transaction, _code: string): Promise<string | null> {
  return null;
}
