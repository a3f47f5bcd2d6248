import { lockCardInForce } from "../loyalty/records.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { casinosWithMoney, membershipOfAccount } from "./queries.server.ts";

/**
 * The names of the casinos that hold money or an unfinished payment (glossary) of an account's member; empty if none does.
 */
export function moneyAt({ database }: Pick<World, "database">, accountId: string): Promise<string[]> {
  return casinosWithMoney(database.db, accountId);
}

/** The names that `moneyAt` gives, read in a transaction until whose end no till moves money of the card. An erasure decides by them. */
export async function moneyLeft(tx: Transaction, accountId: string): Promise<string[]> {
  const membershipId = await membershipOfAccount(tx, accountId);
  if (membershipId !== null) await lockCardInForce(tx, membershipId);
  return casinosWithMoney(tx, accountId);
}
