import { post } from "../../ledger/posting.server.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { bankAccount, openCompanyAccounts, suspenseAccount } from "../wallets.server.ts";
import { firstCompany, giveCompany, hasBalance, moneyByCompany, waitForTurn } from "./older-queries.server.ts";

/** The accounts of a version that had one payment application for all companies. */
const BANK = "bank:EUR";
const SUSPENSE = "suspense:EUR";

/**
 * Closes the accounts of a version before companies had their own: one entry per company moves its money to its own
 * accounts, worked out from the payments of its venues. Money of unknown payments, whose venue is lost, goes to the
 * company of the oldest payment. Run at every start; a node of that version that still runs during an update may post
 * to the old accounts once more. Without such accounts it costs one query.
 */
export async function closeOlderAccounts(world: World): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    if (!(await hasBalance(tx, [BANK, SUSPENSE]))) return;
    await waitForTurn(tx);
    const otherwise = (await firstCompany(tx)) ?? "unknown";
    await giveCompany(tx, otherwise);
    const shares = await moneyByCompany(tx, [BANK, SUSPENSE], otherwise);
    const at = world.now();
    for (const [company, own] of Map.groupBy(shares, (share) => share.company)) {
      await openCompanyAccounts(tx, company, at);
      const last = own.reduce((newest, share) => (share.last > newest ? share.last : newest), 0n);
      await post(tx, [
        {
          key: `close:EUR:${company}:${last}`,
          kind: "account-closing",
          asset: "EUR",
          at,
          details: { company },
          legs: own.flatMap(({ account, minor }) => [
            { account, amount: -minor },
            { account: account === BANK ? bankAccount(company) : suspenseAccount(company), amount: minor },
          ]),
        },
      ]);
      world.log.warn({ company }, "the money of a company was moved to ledger accounts of its own");
    }
  });
}
