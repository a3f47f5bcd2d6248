/** Addresses of the landing page, the enrollment and the page to link a card. Browser-safe. */
export const CHOICE_PATH = "/players-plus";
export const START_PATH = "/players-plus/create";
export const LINK_PATH = "/players-plus/link";
/** The card as a page to print, and the target of the form that adds it to a wallet. */
export const CARD_PATH = "/ma-carte";
/** The offline page that the service worker caches; never navigated to. */
export const SNAPSHOT_PATH = "/hors-ligne/carte";
