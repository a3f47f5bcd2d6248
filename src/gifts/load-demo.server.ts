import { DAY_MS } from "../platform/durations.ts";
import { GROUP } from "../venues/group.ts";
import { DEMO_MEMBER } from "../accounts/demo-accounts.ts";
import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import { addDays, startOfLocalDay, wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import { gamingDayOf } from "../venues/hours/gaming-day.ts";
import { DEMO_GIFTS, type DemoGift } from "./demo-gifts.ts";
import { issueGift } from "./gifts.server.ts";
import { addEstablishments, insertOffer, visibleEstablishments } from "./offers/offer-queries.server.ts";

const SITE = 151;

/** Gives the demo member six usable gifts and three used ones, once. Call it after accounts and memberships are loaded. */
export async function loadDemoGifts(world: World): Promise<void> {
  const member = await world.database.db
    .selectFrom("accounts")
    .select(["id", "playersplus_id"])
    .where("email", "=", DEMO_MEMBER)
    .executeTakeFirst();
  if (member === undefined) return;
  const to = member.playersplus_id === null ? { accountId: member.id } : { membershipId: member.playersplus_id };
  // Reversed, because the gift issued last is listed first.
  for (const gift of DEMO_GIFTS.toReversed()) await inTransaction(world.database, (tx) => load(world, tx, gift, to));
}

async function load(
  world: World,
  tx: Transaction,
  gift: DemoGift,
  to: { accountId: string } | { membershipId: string },
): Promise<void> {
  const { id } = gift.offer;
  const today = wallTime(world.now(), GROUP.timeZone).date;
  await insertOffer(
    tx,
    {
      ...gift.offer,
      play_currency: gift.offer.play_minor === undefined ? null : "EUR",
      is_authorised_ch: false,
      expires_at: gift.endsInDays === null ? null : startOfLocalDay(addDays(today, gift.endsInDays), GROUP.timeZone),
      created_at: world.now(),
    },
    gift.products,
  );
  const known = await visibleEstablishments(tx, ["FR"]);
  await addEstablishments(
    tx,
    id,
    gift.establishments.filter((establishment) => known.includes(establishment)),
  );
  const code = await issueGift(world, tx, { offerId: id, to, campaign: "operator", campaignKey: `demo:${id}` });
  if (code !== null && gift.usedDaysAgo !== undefined) await markUsed(world, tx, code, gift.usedDaysAgo);
}

async function markUsed(world: World, tx: Transaction, code: string, daysAgo: number): Promise<void> {
  const at = new Date(world.now().getTime() - daysAgo * DAY_MS);
  await tx
    .updateTable("gifts")
    .set({ status: "burned", issued_at: at, available_from: at, burned_at: at })
    .where("code", "=", code)
    .execute();
  await tx
    .insertInto("gift_redemptions")
    .values({
      code,
      site_id: SITE,
      event_id: `demo:${code}`,
      burned_at: at,
      gaming_day: gamingDayOf(at, GROUP.timeZone),
      products: JSON.stringify(null),
    })
    .execute();
}
