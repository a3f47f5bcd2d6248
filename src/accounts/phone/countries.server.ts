import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { PhoneCountry } from "./shapes.ts";

/** The countries whose mobile numbers are accepted, with their names in the visitor's language, in the configured order. */
export function phoneCountries({ config }: Pick<World, "config">, locale: Locale): PhoneCountry[] {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return config.phoneCountries.flatMap((code) =>
    isSupportedCountry(code) ? [{ code, name: names.of(code) ?? code, calling: getCountryCallingCode(code) }] : [],
  );
}

/** The names of countries as a list: France, Suisse, Belgique et Allemagne. */
export function countryNames(countries: PhoneCountry[], locale: Locale): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(countries.map(({ name }) => name));
}

/** The typed number in international form. A number without a prefix gets the country's calling code. */
export function internationalNumber(typed: string, country: string): string {
  const text = typed.trim();
  if (text === "" || text.startsWith("+")) return text;
  if (text.startsWith("00")) return `+${text.slice(2)}`;
  return isSupportedCountry(country) ? `+${getCountryCallingCode(country)}${text.replace(/^\(?0\)?/, "")}` : text;
}

/** A number in readable form: +33 6 39 98 12 47. */
export function readableNumber(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
