import { DEMO_MEMBER } from "../accounts/demo-accounts.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { moveCash } from "./cash.server.ts";
import { preparePin, setPin } from "./pin/pin.server.ts";
import { demoHolder, openedWallet } from "./queries.server.ts";
import { openWallet } from "./wallets.server.ts";

const PIN = "1234";
/** The balances of the two demo wallets, in cents, by site. */
const WALLETS = [
  [151, 18_050n],
  [152, 4_000n],
] as const;

/** Opens the demo member's wallets and sets the PIN, once. Run it after the membership was loaded. */
export async function loadDemoWallets(world: World, table: Pick<VenueTable, "bySite">): Promise<void> {
  const holder = await demoHolder(world.database.db, DEMO_MEMBER);
  if (holder === undefined) return;
  const { membership_id: membershipId, pin_set_at: pinSetAt } = holder;
  const pin = await preparePin(world, membershipId, PIN);
  await inTransaction(world.database, async (tx) => {
    if (pinSetAt === null) await setPin(world, tx, membershipId, pin);
    for (const [siteId, minor] of WALLETS) {
      const venue = table.bySite(siteId);
      if (venue === undefined || (await openedWallet(tx, membershipId, siteId)) !== undefined) continue;
      await openWallet(world, tx, membershipId, venue);
      await moveCash(world, tx, venue, { membershipId, key: `demo:${membershipId}:${siteId}`, minor });
    }
  });
}
