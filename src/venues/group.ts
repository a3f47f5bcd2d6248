/** The group of casinos that this installation serves. */
export const GROUP = {
  brand: "Belrive",
  program: "Club Belrive",
  /** The word used instead of 'Casino' for a venue whose `pasino` is 1. */
  alternativeVenueWord: "Palace",
  /** The Swiss sister site, linked from Swiss venues only. */
  sisterSite: "Belrive en ligne",
  /** The lit building on the front page. The sun behind it is drawn around its dome (group-front.css). */
  frontPicture: "hero-garden-pavilion",
  themeColor: "#0d0a08",
  defaultVenueColor: "#cd2d26",
  /** First digits of the loyalty cards that the group issues. */
  cardPrefix: "5163",
  /** Months after which earned loyalty euros expire. */
  loyaltyMonths: 12,
  /** The clock of what belongs to no venue, such as loyalty euros and mails of the group. */
  timeZone: "Europe/Paris",
  /** When a gaming day begins on the venue's clock, in minutes since midnight. It ends when the next one begins. */
  gamingDayStart: 600,
} as const;
