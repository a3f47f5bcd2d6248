import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/mobile";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import type { Problem } from "./contract.ts";

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
