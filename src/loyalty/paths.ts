/** Addresses of the programme's pages (section 2.2): the landing page, EnrollmentChoice, EnrollmentStart and EnrollmentLink. Browser-safe. */
export const CHOICE_PATH = "/players-plus";
export const START_PATH = "/players-plus/create";
export const LINK_PATH = "/players-plus/link";
/** The card as a page to print, and where the form of a wallet posts to. */
export const CARD_PATH = "/ma-carte";
/** The card and the gifts as the service worker keeps them; never a page of its own. */
export const SNAPSHOT_PATH = "/hors-ligne/carte";
