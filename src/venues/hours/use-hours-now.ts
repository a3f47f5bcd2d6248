import { useState } from "react";
import { setClockChanges } from "../../platform/time-zones.ts";
import { useWhileVisible } from "../../ui/hooks/use-while-visible.ts";
import { openState } from "./open-state.ts";
import type { HoursData } from "../views.ts";
import { HOURS_REFRESH_MS, type HoursWords, hoursWords } from "./words.ts";

/** What the opening-hours widget shows now on the venue's clock, and the current day there. */
export type HoursNow = HoursWords & { dayOfWeek: number };

/** Null until React runs in the browser; until then `live-hours.ts` writes the same words. */
export function useHoursNow(data: HoursData): HoursNow | null {
  const [now, setNow] = useState<HoursNow | null>(null);
  useWhileVisible(() => {
    setClockChanges(data.timeZone, data.clock);
    const state = openState(data.schedule, Date.now(), data.timeZone);
    setNow({ ...hoursWords(state, data), dayOfWeek: state.actual.dayOfWeek });
  }, HOURS_REFRESH_MS);
  return now;
}
