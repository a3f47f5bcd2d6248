import { DAY_MS } from "../../platform/durations.ts";
import { DEMO_MEMBER } from "../../accounts/demo-accounts.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { credit, debit, reverseEarning } from "./balance.server.ts";
import type { CreditKind } from "./movements.ts";
import { accountOf } from "./lots.server.ts";
import { balanceOf } from "../../ledger/reading.server.ts";

/** The demo movements with their age in days; amounts in cents. The first are old enough for the rest of them to have expired. */
const EVENINGS: [daysAgo: number, siteId: number, kind: CreditKind | "spending" | "mistake", cents: bigint][] = [
  [402, 151, "slots", 2_400n],
  [402, 151, "restaurant", 640n],
  [371, 151, "elec", 275n],
  [340, 152, "hotel", 1_450n],
  [339, 152, "restaurant", 410n],
  [310, 151, "spending", 1_000n],
  [288, 151, "slots", 815n],
  [251, 108, "bj", 560n],
  [250, 108, "restaurant", 285n],
  [214, 151, "slots", 1_120n],
  [190, 151, "referral", 500n],
  [173, 151, "ra", 365n],
  [152, 151, "spending", 1_500n],
  [131, 151, "slots", 930n],
  [118, 124, "uth", 470n],
  [96, 151, "referral_share", 184n],
  [74, 151, "mistake", 900n],
  [73, 151, "restaurant", 390n],
  [52, 140, "slots", 1_075n],
  [31, 151, "elec", 640n],
  [30, 151, "spending", 800n],
  [12, 151, "slots", 1_265n],
  [12, 151, "restaurant", 245n],
  [3, 151, "thp", 310n],
];

/** Gives the demo member a year of loyalty euros, once. Call it after the membership is loaded. */
export async function loadDemoBalance(world: World): Promise<void> {
  const account = await world.database.db
    .selectFrom("accounts")
    .select("playersplus_id")
    .where("email", "=", DEMO_MEMBER)
    .where("status", "=", "confirmed")
    .executeTakeFirst();
  const membershipId = account?.playersplus_id ?? null;
  if (membershipId === null || (await balanceOf(world, accountOf(membershipId))) !== null) return;
  await inTransaction(world.database, async (tx) => {
    for (const [index, evening] of EVENINGS.entries()) await relive(world, tx, membershipId, index, evening);
  });
}

async function relive(
  world: World,
  tx: Transaction,
  membershipId: string,
  index: number,
  [daysAgo, siteId, kind, cents]: (typeof EVENINGS)[number],
): Promise<void> {
  const at = new Date(world.now().getTime() - daysAgo * DAY_MS);
  // Between 19:00 and 23:00 in Paris, in summer and winter.
  at.setUTCHours(18 + (index % 3), (index * 17) % 60, 0, 0);
  const movement = { membershipId, cents, siteId, at, key: `demo/${membershipId}/${index}` };
  if (kind === "spending") await debit(world, tx, { ...movement, kind });
  else await credit(world, tx, { ...movement, kind: kind === "mistake" ? "slots" : kind });
  if (kind !== "mistake") return;
  const soonAfter = new Date(at.getTime() + DAY_MS / 48);
  await reverseEarning(world, tx, { earningKey: movement.key, siteId, at: soonAfter });
}
