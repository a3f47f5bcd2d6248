import { clockTime } from "../platform/time-zones.ts";
import { numericDate } from "../venues/document/date-tags.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { money } from "../venues/language/numbers.ts";
import type { Venue } from "../venues/venue.ts";
import { jackpotLines, leavesTopAt, redistributedThisMonth } from "./jackpots.server.ts";
import type { JackpotChoice, JackpotsPageView } from "./views.ts";

/** Reads the query of /jeux/jackpots: a machine's number takes precedence over a tab. */
export function jackpotChoice(query: URLSearchParams): JackpotChoice {
  const slot = query.get("slot");
  const tab = query.get("tab");
  if (slot !== null) return { list: "latest", slot: Number(slot) };
  return { list: tab === "week" || tab === "month" ? tab : "latest", slot: null };
}

/**
 * The jackpots page of a venue whose country has one, and the instants at which its list changes by itself: a jackpot
 * leaves the week's highest after seven days.
 */
export async function jackpotsPage(
  world: World,
  venue: Venue,
  locale: Locale,
  choice: JackpotChoice,
): Promise<{ view: JackpotsPageView; changeTimes: Date[] }> {
  const { currency, timeZone, hasJackpotBlocks } = venue.policy;
  const [lines, sum] = await Promise.all([
    jackpotLines(world, venue, choice.list, choice.slot ?? undefined),
    hasJackpotBlocks ? redistributedThisMonth(world, venue) : 0n,
  ]);
  const highest = lines.reduce((most, line) => (line.amount_minor > most ? line.amount_minor : most), 0n);
  const view: JackpotsPageView = {
    ...choice,
    rows: lines.map((line, at) => ({
      id: `${at} ${line.payment_date.toISOString()}`,
      slot: String(line.site_slot),
      model: line.model,
      amount: money(line.amount_minor, currency, locale),
      date: numericDate(line.payment_date, timeZone),
      time: clockTime(line.payment_date, timeZone),
      paidAt: line.payment_date.toISOString(),
      isHighest: line.amount_minor === highest,
    })),
    hasMegapot: hasJackpotBlocks,
    redistributed: sum === 0n ? null : money(sum, currency, locale),
  };
  const { list } = choice;
  return { view, changeTimes: list === "latest" ? [] : lines.map((line) => leavesTopAt(line.payment_date, list)) };
}
