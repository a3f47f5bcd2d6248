import { inTransaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { askRegister, hasNameAndBirthday, storeVerdict } from "../protection/exclusions/registers.server.ts";
import type { Country } from "../venues/contract.ts";
import { membershipOfId } from "./memberships.server.ts";

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
