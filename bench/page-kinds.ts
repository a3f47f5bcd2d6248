/** One page of every public kind, at the venue that the benches use. */
export const PUBLIC_PAGES = {
  home: "/",
  agenda: "/agenda",
  announcement: "/spectacles/5103/les-nuits-du-lac-en-concert",
  games: "/jeux",
  game: "/jeux/black-jack",
  jackpots: "/jeux/jackpots",
  restaurants: "/restauration",
  restaurant: "/restauration/la-brasserie-du-quai",
  activity: "/activite/cabaret-nu",
  event: "/meetings-events/evenements-prives",
  legal: "/legal-notices",
} as const;

/** Public forms. They hydrate right after the largest paint. */
export const FORM_PAGES = { "log-in": "/me-connecter", registration: "/creer-un-compte-form" } as const;

/** Pages of a member with a card and a wallet. They are rendered per request. */
export const MEMBER_PAGES = {
  account: "/mon-compte",
  card: "/?popup=Card",
  gifts: "/?popup=Offers",
  wallet: "/?popup=Cashless",
  programme: "/players-plus",
} as const;

export const SLUG = "port-serac";
