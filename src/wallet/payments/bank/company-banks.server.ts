import { bankProblems } from "../../../platform/settings/bank-settings.server.ts";
import type { BankGateway } from "../../../platform/gateways/bank.ts";
import type { World } from "../../../platform/world.ts";
import { isCashlessOn, type Sites } from "../../wallets.server.ts";

/** After this many failed calls in a row a company's bank counts as down, and is not asked again in the round. */
const AWAY_AFTER = 3;

/** Asks the bank through a company's application. Throws if it has no settings, as if the bank could not be reached. */
export async function askCompanyBank<Answer>(
  world: Pick<World, "gateways">,
  company: string,
  ask: (bank: BankGateway) => Promise<Answer>,
): Promise<Answer> {
  const bank = world.gateways.bank.of(company);
  if (bank === null) throw new Error(`The company ${company} has no payment application`);
  return ask(bank);
}

/** Why venues with top-ups cannot take money, in lines for the start: what is missing in the settings of their companies. */
export function topUpProblems(world: Pick<World, "config" | "database">, sites: Sites): string[] {
  const venues = sites.all().filter((venue) => isCashlessOn(world, venue));
  return bankProblems(world.config.gateways.bank, venues);
}

/** Counts failed calls by company during a round, so that one company's bank does not delay the money of the others. */
export function countBankFailures() {
  const missed = new Map<string, number>();
  const isAway = (company: string) => (missed.get(company) ?? 0) >= AWAY_AFTER;
  return {
    isAway,
    away: () => [...missed.keys()].filter(isAway),
    note: (company: string, isAnswered: boolean) =>
      void missed.set(company, isAnswered ? 0 : (missed.get(company) ?? 0) + 1),
  };
}
