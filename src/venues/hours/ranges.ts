import type { OpeningHours, Slot } from "../../platform/opening-hours.ts";
import { wallTime } from "../../platform/time-zones.ts";
import { hourText, type Language, rangeText } from "../language/dates.ts";
import { isReal, slotsOf } from "./open-state.ts";
import { DAY_AND_NIGHT, HOURS_TEXTS } from "./texts.ts";

/** A day's hours as the widget lists them: 'open - close' joined by ' | ', or the word for closed. */
export function rangesText(slots: Slot[], language: Language): string {
  const ranges = slots.filter(isReal).map((slot) => {
    const { open, close } = slot;
    return isWholeDay(slot) ? DAY_AND_NIGHT[language] : `${hourText(open, language)} - ${hourText(close, language)}`;
  });
  return ranges.join(" | ") || HOURS_TEXTS[language].closed;
}

/** A day's hours in a sentence: '12h à 14h, 19h à 23h30'; null on a closed day. A line may break between two ranges only. */
export function rangesInWords(slots: Slot[], language: Language): string | null {
  const ranges = slots
    .filter(isReal)
    .map((slot) => (isWholeDay(slot) ? DAY_AND_NIGHT[language] : rangeText(slot, language)));
  return ranges.length === 0 ? null : ranges.join(", ");
}

/** The same for the day of an instant, whose exception replaces its day of the week. */
export function hoursOfToday(hours: OpeningHours, timeZone: string, language: Language, now: Date): string | null {
  return rangesInWords(slotsOf(hours, wallTime(now, timeZone).date), language);
}

/** How a schedule writes 24 hours. */
function isWholeDay({ open, close }: Slot): boolean {
  return open === "00:00" && close === "23:59";
}
