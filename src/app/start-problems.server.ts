import type { Config } from "../platform/settings/config.server.ts";
import type { Database } from "../platform/database/database.server.ts";
import { secretsProblems } from "../platform/secrets/installation.server.ts";
import { openVenueTable } from "../venues/venue-table.server.ts";
import { demoProblems } from "../venue-file/demo.server.ts";
import { topUpProblems } from "../wallet/payments/bank/company-banks.server.ts";

/** Everything that forbids this installation to serve, in words for whoever starts it. Empty if nothing does. */
export async function startProblems(config: Config, database: Database): Promise<string[]> {
  const table = await openVenueTable(database);
  return [
    ...(await secretsProblems(database, config.secretsFile)),
    ...topUpProblems({ config, database }, table),
    ...(config.isProduction ? await demoProblems({ database, now: () => new Date() }) : []),
  ];
}
