import { hashesWaiting } from "../accounts/login/password-hash.server.ts";
import { outboxGauges } from "../mail/gauges.server.ts";
import { exclusionGauges } from "../protection/exclusions/round.server.ts";
import { isUnavailable } from "../platform/database/errors.server.ts";
import { jobGauges } from "../platform/job-gauges.server.ts";
import type { World } from "../platform/world.ts";
import { paymentGauges } from "../wallet/payments/gauges.server.ts";

type Gauges = Record<string, number>;

/** What /metrics reads at each call, of this node and of the database. */
export async function readGauges(world: World, cachedPages: number): Promise<Gauges> {
  return { page_cache_pages: cachedPages, hashes_waiting: hashesWaiting(), ...(await databaseGauges(world)) };
}

const READERS: ((world: World) => Promise<Gauges>)[] = [
  ({ database }) => jobGauges(database),
  outboxGauges,
  paymentGauges,
  exclusionGauges,
];

/** On the connection of the probes, so that metrics can be read while visitors use up theirs. A silent database is asked once. */
function databaseGauges(world: World): Promise<Gauges> {
  return world.database.forHealth(async () => {
    const gauges: Gauges = { database_up: 1 };
    for (const read of READERS) {
      try {
        Object.assign(gauges, await read(world));
      } catch (error) {
        gauges["database_up"] = 0;
        if (isUnavailable(error)) break;
        world.log.error({ err: error }, "metrics could not be read");
      }
    }
    return gauges;
  });
}
