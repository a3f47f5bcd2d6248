import type { Locale } from "../contract.ts";

/** The languages of the pages. Repeated here because importing the contract would bring the schema library to the browser. */
export const LANGUAGES = ["fr", "en"] as const satisfies Locale[];

/** Each language's own name, for the language selector. */
export const LANGUAGE_NAMES: Record<Locale, string> = { fr: "Français", en: "English" };
