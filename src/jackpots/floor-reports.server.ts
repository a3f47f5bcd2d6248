import type { Transaction } from "../platform/database/database.server.ts";
import { decimalOfMinor } from "../platform/decimal.ts";
import { bumpTags } from "../platform/page-cache/tags.server.ts";
import type { World } from "../platform/world.ts";
import { jackpotsTag, liveTag, type Venue } from "../venues/venue.ts";
import { insertJackpot, upsertLiveAmount } from "./queries.server.ts";

/** Prefix that keeps the floor's event ids apart from the numbers of imported jackpots. */
const REPORTED = "floor:";

/** Stores a jackpot that was won, and clears the cached pages that list this site's jackpots. `amount` is in cents. */
export async function reportJackpot(
  world: World,
  tx: Transaction,
  venue: Venue,
  won: { event_id: string; site_slot: number; model: string; amount: bigint; payment_date: string },
): Promise<{ id: string }> {
  const id = await insertJackpot(tx, {
    site_id: venue.siteId,
    site_slot: won.site_slot,
    model: won.model,
    amount_minor: won.amount,
    payment_date: new Date(won.payment_date),
    event_id: REPORTED + won.event_id,
  });
  await bumpTags(world.database, tx, [jackpotsTag(venue.siteId)]);
  return { id: String(id) };
}

/** Why a venue's floor may not set the MEGAPOT to this amount, in cents; null if it may. */
export function megapotRefused(
  { config }: Pick<World, "config">,
  { siteId }: Venue,
  amountMinor: bigint,
): { refusal: "NOT_ALLOWED" } | { problems: { key: "amount"; message: string }[] } | null {
  const { megapotSites, megapotMaxMinor } = config.floor;
  if (megapotSites !== null && !megapotSites.includes(siteId)) return { refusal: "NOT_ALLOWED" };
  if (amountMinor <= megapotMaxMinor) return null;
  return { problems: [{ key: "amount", message: `must be at most ${decimalOfMinor(megapotMaxMinor)}` }] };
}

/** Sets a live amount, in cents. Pages read it by script, so none is cleared; nodes forget their cached amount. */
export async function setLiveAmount(
  world: World,
  tx: Transaction,
  name: string,
  amountMinor: bigint,
): Promise<{ amount: string }> {
  await upsertLiveAmount(tx, name, amountMinor, world.now());
  await bumpTags(world.database, tx, [liveTag(name)]);
  return { amount: decimalOfMinor(amountMinor) };
}
