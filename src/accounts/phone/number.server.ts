import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/mobile";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import type { Problem } from "../contract.ts";

/** A mobile number: E.164, and the country whose numbering plan holds it. */
export type MobileNumber = { e164: string; country: string };

/**
 * Reads what somebody typed as their mobile number: international, or as it is dialled in the site's country (G67). Only mobile
 * ranges of the configured countries pass; fixed lines, premium and special numbers do not (G66, T17). The metadata stays on the
 * server.
 */
export function mobileNumber(
  world: Pick<World, "config">,
  venue: Venue | null,
  typed: string,
): { number: MobileNumber } | { problems: Problem[] } {
  const found = parsePhoneNumberFromString(typed, {
    defaultCountry: (venue?.country ?? "FR") satisfies CountryCode,
    extract: false,
  });
  // The metadata knows mobile ranges only, so a fixed line or a premium number is not valid here.
  if (found?.country === undefined || found.ext !== undefined || !found.isValid())
    return { problems: [{ key: "device", message: "members_phone_invalid" }] };
  if (!world.config.phoneCountries.includes(found.country))
    return { problems: [{ key: "device", message: "account_refused_phone_country" }] };
  return { number: { e164: found.number, country: found.country } };
}

/**
 * True where what somebody typed is this number (E.164), however it is spelt: national, international, with the trunk zero in
 * brackets. A number that no numbering plan holds, such as a demonstration's, is known again as well.
 */
export function isSameMobile(typed: string, e164: string, venue: Venue | null): boolean {
  const defaultCountry = (venue?.country ?? "FR") satisfies CountryCode;
  const withoutTrunk = typed.replace(/\(\s*0\s*\)/, "");
  return parsePhoneNumberFromString(withoutTrunk, { defaultCountry, extract: false })?.number === e164;
}
