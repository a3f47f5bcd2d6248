import type { Locale } from "../contract.ts";

/** The fields that make up a venue's title. */
export type VenueNaming = {
  name: string;
  /** 1 selects the group's alternative word instead of 'Casino'. */
  pasino: 0 | 1;
  sub_name?: string | null;
  preposition: "de" | "de la" | "du" | "";
  alternativeWord: string;
};

const GREETINGS = { fr: "Bienvenue au", en: "Welcome to" } as const;

/** The greeting before the title on the cover. */
export function greeting(locale: Locale): string {
  return GREETINGS[locale];
}

/**
 * The short title: 'Casino de Port-Sérac'. It is a proper name, the same in every language.
 *
 * 'de la' and 'du' contain the article, so a leading 'le ' or 'la ' of the name is dropped: 'de la' and 'La Rochemar' give
 * 'Casino de la Rochemar'. 'de' becomes 'd’' before a vowel or a mute h: 'Casino d’Aubenac'. With an empty preposition the name
 * follows directly: 'Casino Cap Ferrand'.
 */
export function venueTitle(venue: VenueNaming): string {
  return joined(venueWord(venue), prepositional(venue.preposition, spaced(venue.name)));
}

/** The full title, '{venue word}{sub} {brand} {name}': 'Casino Belrive La Rochemar'. Keeps the article of the name. */
export function fullVenueTitle(venue: VenueNaming, brand: string): string {
  return joined(venueWord(venue), spaced(brand), spaced(venue.name));
}

/** The name without leading articles 'le ' and 'la '; empty only if the name is. */
export function withoutArticle(name: string): string {
  const words = spaced(name).split(" ");
  while (words.length > 1 && /^l[ea]$/i.test(words[0] ?? "")) words.shift();
  return words.join(" ");
}

/** The end of the short title that names the place: the name, without its article where the preposition has one. */
export function placeName({ preposition, name }: VenueNaming): string {
  return preposition === "du" || preposition === "de la" ? withoutArticle(name) : spaced(name);
}

function venueWord({ pasino, sub_name, alternativeWord }: VenueNaming): string {
  return joined(pasino === 1 ? spaced(alternativeWord) : "Casino", spaced(sub_name ?? ""));
}

function prepositional(preposition: VenueNaming["preposition"], name: string): string {
  if (name === "" || preposition === "") return name;
  if (preposition === "de") return isElided(name) ? `d’${name}` : `de ${name}`;
  return `${preposition} ${withoutArticle(name)}`;
}

/**
 * Guesses whether 'de' is elided, as no rule tells a mute h from an aspirated one. Among place names, those in 'he', 'hi' and
 * 'hy' mostly have a mute h (d’Hendaye, d’Hyères), those in 'ha', 'ho' and 'hu' mostly not (de Honfleur, de Huningue). A y counts
 * as a vowel only before a consonant (d’Yport, de Yaoundé).
 */
function isElided(name: string): boolean {
  const plain = name.slice(0, 8).normalize("NFD").replace(/\p{M}/gu, "");
  return /^([aeiouœæ]|h[eiyœæ]|y[^aeiouy\W\d])/iu.test(plain);
}

function spaced(text: string): string {
  return text.trim().split(/\s+/).join(" ");
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
