import type { Person } from "../protection/exclusions/registers.server.ts";
import { normalisedName } from "../accounts/accounts.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { personHash } from "./memberships.server.ts";
import { accountsInName, membershipByPerson } from "./queries.server.ts";

/**
 * True if staff disabled the person: their membership, or an account in their name. Such a person gets no card at any reception and
 * by no enrollment, whatever other account they use.
 */
export async function isDisabledPerson(world: World, tx: Transaction, person: Person): Promise<boolean> {
  if ((await membershipByPerson(tx, personHash(world, person)))?.status === "disabled") return true;
  return (await accountsOf(tx, person)).some((account) => account.isDisabled);
}

/**
 * True if the person may not get a card by themselves: staff disabled them, a register names their membership, or an enrollment of
 * theirs, in any account, ended because a register named them or staff stopped it.
 */
export async function isShutOut(world: World, tx: Transaction, person: Person): Promise<boolean> {
  const membership = await membershipByPerson(tx, personHash(world, person));
  if (membership !== null && (membership.status === "disabled" || membership.excludedSince !== null)) return true;
  return (await accountsOf(tx, person)).some((account) => account.isDisabled || account.isEnded);
}

/** Accounts in a person's name, matched as memberships are: by surname, first of the first names, and birthday. */
async function accountsOf(tx: Transaction, { lastname, firstname, birthday }: Person) {
  const firstOf = (name: string) => name.split(" ")[0] ?? "";
  const accounts = await accountsInName(tx, normalisedName(lastname), birthday);
  return accounts.filter((account) => firstOf(account.firstname) === firstOf(normalisedName(firstname)));
}
