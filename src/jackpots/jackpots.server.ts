import { DAY_MS } from "../platform/durations.ts";
import { startOfLocalDay, wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import { money } from "../venues/language/numbers.ts";
import type { Venue } from "../venues/venue.ts";
import { recentTag } from "../venues/document/date-tags.ts";
import type { Locale } from "../venues/contract.ts";
import { latestJackpots, liveAmount, redistributedSince, topJackpots } from "./queries.server.ts";
import type { JackpotBlock } from "./views.ts";

export type JackpotList = "latest" | "week" | "month";
const DAYS = { week: 7, month: 30 } as const;

/** The Megapot's live amount in euros; null where the floor has not reported one. */
export async function liveMegapot(world: World): Promise<number | null> {
  const minor = await liveAmount(world.database.db, "MEGAPOT");
  return minor === null ? null : Number(minor) / 100;
}

/** Sum of the jackpots paid since the first of this month in the venue's zone, in cents. */
export function redistributedThisMonth(world: World, venue: Venue): Promise<bigint> {
  const zone = venue.policy.timeZone;
  const firstOfMonth = `${wallTime(world.now(), zone).date.slice(0, 8)}01`;
  return redistributedSince(world.database.db, venue.siteId, startOfLocalDay(firstOfMonth, zone));
}

/** One of the three lists, or the latest jackpots of one machine. */
export function jackpotLines(world: World, venue: Venue, list: JackpotList, slot?: number) {
  const db = world.database.db;
  if (list === "latest") return latestJackpots(db, venue.siteId, slot);
  return topJackpots(db, venue.siteId, new Date(world.now().getTime() - DAYS[list] * DAY_MS));
}

/** The first instant at which a jackpot is no longer in a list of the highest. */
export function leavesTopAt(paidAt: Date, list: "week" | "month"): Date {
  return new Date(paidAt.getTime() + DAYS[list] * DAY_MS + 1);
}

/** A list of jackpots for the API: decimal euros, ISO UTC. Empty where the country has no jackpots page. */
export async function jackpotsForApi(world: World, venue: Venue, list: JackpotList, slot?: number) {
  if (!venue.policy.hasJackpotsPage) return [];
  const rows = await jackpotLines(world, venue, list, slot);
  return rows.map((row) => ({
    site_slot: row.site_slot,
    site_id: row.site_id,
    model: row.model,
    amount: Number(row.amount_minor) / 100,
    payment_date: row.payment_date.toISOString(),
  }));
}

const HOME_ROWS = 3;

/** Home's jackpot block: the month's sum and the latest three jackpots. The live amount is read by script. */
export async function jackpotBlock(world: World, venue: Venue, locale: Locale): Promise<JackpotBlock> {
  const [sum, rows] = await Promise.all([redistributedThisMonth(world, venue), jackpotLines(world, venue, "latest")]);
  return {
    redistributed: sum === 0n ? null : money(sum, venue.policy.currency, locale),
    latest: rows.slice(0, HOME_ROWS).map((row) => ({
      slot: String(row.site_slot),
      model: row.model,
      amount: money(row.amount_minor, venue.policy.currency, locale),
      paidAt: row.payment_date.toISOString(),
      when: recentTag(row.payment_date, { now: world.now(), locale, timeZone: venue.policy.timeZone }),
    })),
  };
}
