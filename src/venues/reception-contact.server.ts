import type { World } from "../platform/world.ts";
import type { Locale } from "./contract.ts";
import { dayLabel } from "./language/dates.ts";
import { HOURS_TEXTS } from "./hours/texts.ts";
import { openState } from "./hours/open-state.ts";
import { hoursWords } from "./hours/state-words.ts";
import { phoneLink } from "./language/phones.ts";
import { establishment } from "./queries.server.ts";
import type { Venue } from "./venue.ts";

/** Address, phone number and current opening state of a venue's reception, in words. */
export type ReceptionContact = { address: string; phone: { href: string; label: string }; hours: string };

/** Where to send a member for something that only the reception can do, such as resetting a blocked PIN. */
export async function receptionContact(world: World, venue: Venue, locale: Locale): Promise<ReceptionContact> {
  const row = await establishment(world.database.db, venue.id);
  const days = row.opening_hours.days.map((day) => ({ ...day, label: dayLabel(day.dayOfWeek, locale) }));
  const state = openState({ ...row.opening_hours, days }, world.now(), venue.policy.timeZone);
  const { word, line } = hoursWords(state, { texts: HOURS_TEXTS[locale], language: locale });
  return {
    address: `${row.street_address}, ${row.postal_code} ${row.locality}`,
    phone: phoneLink(row.contact_phone),
    hours: [word, line].filter(Boolean).join(". "),
  };
}
