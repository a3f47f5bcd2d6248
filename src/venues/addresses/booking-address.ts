import { clockTime, wallTime } from "../../platform/time-zones.ts";

/** The number of guests that a partner's page begins with. */
export const PARTY_DEFAULT = 2;

const PARTY = "{party}";

/** A partner's address with `{date}` (YYYY-MM-DD) and `{time}` (HH:MM) of an instant on the venue's clock; `{party}` stays. */
export function datedAddress(template: string, instant: Date, timeZone: string): string {
  const { date } = wallTime(instant, timeZone);
  return dayAddress(template, date).replaceAll("{time}", clockTime(instant, timeZone));
}

/** A partner's address with `{date}` of a day, YYYY-MM-DD; `{party}` stays. */
export function dayAddress(template: string, date: string): string {
  return template.replaceAll("{date}", date);
}

/** True if the address contains the number of guests. */
export function takesParty(address: string): boolean {
  return address.includes(PARTY);
}

/** The address for two guests, where nobody can say for how many; null stays null. */
export function pairAddress(address: string | null): string | null {
  return address === null ? null : partyAddress(address, PARTY_DEFAULT);
}

/** The address for a number of guests. */
export function partyAddress(address: string, party: number): string {
  return address.replaceAll(PARTY, String(party));
}
