import { m } from "../../messages/messages.js";
import type { Country } from "../contract.ts";

/** The name of a country in the page's language. */
export function countryName(country: Country): string {
  return { FR: m.country_fr, CH: m.country_ch, BE: m.country_be }[country]();
}
