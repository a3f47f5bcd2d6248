/** Paths of a venue's pages. Links, redirects and tests take them from here; `routes.ts` maps them to modules. */
export const paths = {
  home: "/",
  agenda: "/agenda",
  announcement: (id: number, slug: string) => `/agenda/${id}/${slug}`,
  shows: "/spectacles",
  show: (id: number, slug: string) => `/spectacles/${id}/${slug}`,
  meeting: (kind: "professional" | "private") =>
    kind === "professional" ? "/meetings-events/evenements-professionnels" : "/meetings-events/evenements-prives",
  restauration: "/restauration",
  restaurant: (slug: string) => `/restauration/${slug}`,
  activity: (slug: string) => `/activite/${slug}`,
  games: "/jeux",
  game: (key: string) => `/jeux/${key}`,
  /** The rules of a game for which the venue gives no address of its own. */
  gameRules: (key: string) => `/media/rules/${key}`,
  jackpots: "/jeux/jackpots",
  terms: "/cgu",
  legalNotices: "/legal-notices",
  privacy: "/politique-de-confidentialite",
  equality: "/index-egalite-professionnelle",
  accessibility: "/accessibilite",
  prevention: "/concept-social",
  swissLoyalty: "/players-plus-ch",
} as const;

/** Pages that search engines are asked not to index. */
export const UNLISTED_PATHS: readonly string[] = [
  paths.terms,
  paths.legalNotices,
  paths.privacy,
  paths.equality,
  paths.accessibility,
  paths.prevention,
];
