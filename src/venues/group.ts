/** The group that this installation serves: the `[brand]` and `{program}` of the specification. */
export const GROUP = {
  brand: "Belrive",
  program: "Club Belrive",
  /** The venue-type word where an establishment's `pasino` is 1 (G14). */
  alternativeVenueWord: "Palace",
  /** The Swiss sister site, linked from Swiss venues only. */
  sisterSite: "Belrive en ligne",
  themeColor: "#0d0a08",
  defaultVenueColor: "#cd2d26",
  /** The first digits of the cards that the group issues (G101). */
  cardPrefix: "5163",
  /** How long loyalty euros may be spent after they were earned (G120). */
  loyaltyMonths: 12,
  /** When a gaming day begins on the venue's clock, in minutes since midnight: it ends a second before the next (G113). */
  gamingDayStart: 600,
} as const;
