import type { Locale } from "../contract.ts";

/** The languages of the product's pages; the contract's list would bring the schema library to the browser. */
export const LANGUAGES = ["fr", "en"] as const satisfies Locale[];

/** Each language in its own words, as a selector names it. */
export const LANGUAGE_NAMES: Record<Locale, string> = { fr: "Français", en: "English" };
