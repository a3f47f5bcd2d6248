import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/mobile";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import type { Problem } from "../contract.ts";

/** A mobile number in E.164 and its country. */
export type MobileNumber = { e164: string; country: string };

/**
 * Parses a typed mobile number, in international form or as it is dialled in the site's country. Only mobile ranges of the configured
 * countries pass; fixed lines, premium and special numbers do not. The metadata is large, so it stays on the server.
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
  // The metadata holds mobile ranges only, so a fixed line or a premium number is invalid here.
  if (found?.country === undefined || found.ext !== undefined || !found.isValid())
    return { problems: [{ key: "device", message: "members_phone_invalid" }] };
  if (!world.config.phoneCountries.includes(found.country))
    return { problems: [{ key: "device", message: "account_refused_phone_country" }] };
  return { number: { e164: found.number, country: found.country } };
}

/**
 * True where the typed text is this number (E.164) in any spelling: national, international, with the trunk zero in brackets. Works
 * for fictional numbers of the demo too, which no numbering plan holds.
 */
export function isSameMobile(typed: string, e164: string, venue: Venue | null): boolean {
  const defaultCountry = (venue?.country ?? "FR") satisfies CountryCode;
  const withoutTrunk = typed.replace(/\(\s*0\s*\)/, "");
  return parsePhoneNumberFromString(withoutTrunk, { defaultCountry, extract: false })?.number === e164;
}
