import type { Transaction } from "../platform/database/database.server.ts";
import { hit, hitsOf } from "../platform/http/counted-limits.server.ts";
import type { World } from "../platform/world.ts";

/** What the holder of an address says was not them. */
type Disowned = "registration" | "social log-in";

/** How long nothing of the kind is mailed to an address after its holder said 'It was not me'. */
const SECONDS = 30 * 86_400;
const keyOf = (what: Disowned, email: string) => [`disowned ${what}`, email] as const;

/** Notes, in the caller's transaction, that the holder of an address said 'It was not me'. */
export async function disown(world: World, tx: Transaction, what: Disowned, email: string): Promise<void> {
  await hit(world, tx, keyOf(what, email), [{ limit: 1, seconds: SECONDS }]);
}

/** True where the holder of an address said so in the last 30 days. */
export async function isDisowned(world: World, tx: Transaction, what: Disowned, email: string): Promise<boolean> {
  return (await hitsOf(world, tx, keyOf(what, email), SECONDS)).length > 0;
}
