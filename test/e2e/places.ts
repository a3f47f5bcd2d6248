/** With E2E_PORT the tests use a site that is running already and leave it running. */
export const IS_RUNNING = process.env["E2E_PORT"] !== undefined;
export const PORT = Number(process.env["E2E_PORT"] ?? 3900);
export const SANDBOX_PORT = PORT + 1;

type Place = { slug: string; country: "FR" | "CH" | "BE"; title: string };

/**
 * A venue of each country, and two French ones with peculiarities: one without shows; one without restaurant, shop
 * and hotel.
 */
export const PLACES = [
  { slug: "port-serac", country: "FR", title: "Casino de Port-Sérac" },
  { slug: "montreval", country: "CH", title: "Casino de Montreval" },
  { slug: "blankenduin", country: "BE", title: "Casino de Blankenduin" },
  { slug: "la-rochemar", country: "FR", title: "Casino de la Rochemar" },
  { slug: "sainte-orielle", country: "FR", title: "Casino de Sainte-Orielle" },
] as const satisfies Place[];

/** The address of a page on a venue's site, such as "" for Home or "agenda?tab=week". */
export function home(slug: string, path = ""): string {
  return `http://${slug}.localhost:${PORT}/${path}`;
}

/** The group's front page. */
export const GROUP = `http://localhost:${PORT}/`;

/**
 * Every family of pages, with a page per country where it differs. Each page is checked from top to bottom, with
 * hydration and without script. The first of a family is also tested at the desktop's and further widths, and by
 * keyboard. A new page needs one more line here.
 */
export const FAMILIES: Record<string, string[]> = {
  Home: [
    home("port-serac"),
    home("montreval"),
    home("montreval", "?locale=en"),
    home("blankenduin"),
    home("sainte-orielle"),
  ],
  "the group's front page": [GROUP],
  "the agenda": [home("port-serac", "agenda"), home("blankenduin", "agenda?locale=en")],
  "the shows": [home("port-serac", "spectacles")],
  "an announcement": [
    home("port-serac", "spectacles/5101/cabaret-nu-la-nouvelle-revue"),
    home("montreval", "agenda/6106/le-hasard-mode-demploi?locale=en"),
  ],
  "the games": [home("port-serac", "jeux"), home("sainte-orielle", "jeux?locale=en")],
  "a game": [home("port-serac", "jeux/holdem-texas-poker"), home("montreval", "jeux/black-jack?locale=en")],
  "a game's rules": [home("port-serac", "media/rules/black-jack")],
  jackpots: [home("port-serac", "jeux/jackpots"), home("blankenduin", "jeux/jackpots?locale=en")],
  "the tables": [home("port-serac", "restauration"), home("montreval", "restauration?locale=en")],
  "a restaurant": [
    home("port-serac", "restauration/la-brasserie-du-quai"),
    home("montreval", "restauration/hotel-du-campanile?locale=en"),
  ],
  "an activity": [home("port-serac", "activite/cabaret-nu")],
  "an event to plan": [home("port-serac", "meetings-events/evenements-prives")],
  "a legal text": [home("port-serac", "cgu"), home("blankenduin", "politique-de-confidentialite?locale=en")],
  "the legal notices": [home("montreval", "legal-notices")],
  Prévention: [home("montreval", "concept-social")],
  "the Swiss loyalty page": [home("montreval", "players-plus-ch")],
};
