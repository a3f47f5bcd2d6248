/**
 * The gates of sections 2.7 and 6 as one table: what must be true before a place is entered, in the order in which it is asked,
 * and where the visitor is sent by the first that fails. The server reads them for
 * pages and calls alike; the browser is told where to go and decides nothing.
 */

/** What gates ask about. */
export type Standing = { isLoggedIn: boolean; isEmailValid: boolean; isPhoneValid: boolean; hasLoyaltyId: boolean };

export type GateTarget = "Login" | "Register" | "Menu" | "PhoneDefine" | "EnrollmentChoice";
export type Gate = { target: GateTarget; isOpen: (standing: Standing) => boolean };

const LOGGED_IN: Gate = { target: "Login", isOpen: ({ isLoggedIn }) => isLoggedIn };
const REGISTERED: Gate = { target: "Register", isOpen: ({ isLoggedIn }) => isLoggedIn };
const EMAIL_VALID: Gate = { target: "Menu", isOpen: ({ isEmailValid }) => isEmailValid };
const PHONE_VALID: Gate = { target: "PhoneDefine", isOpen: ({ isPhoneValid }) => isPhoneValid };
const LOYALTY_ID: Gate = { target: "EnrollmentChoice", isOpen: ({ hasLoyaltyId }) => hasLoyaltyId };

export const GATES = {
  Account: [LOGGED_IN],
  PhoneDefine: [LOGGED_IN],
  Pseudo: [LOGGED_IN],
  Card: [LOGGED_IN, EMAIL_VALID, PHONE_VALID, LOYALTY_ID],
  Offers: [LOGGED_IN, EMAIL_VALID, PHONE_VALID],
  Cashless: [LOGGED_IN, EMAIL_VALID],
  Statement: [LOGGED_IN, EMAIL_VALID, LOYALTY_ID],
  EnrollmentStart: [REGISTERED, EMAIL_VALID, PHONE_VALID],
  EnrollmentLink: [LOGGED_IN, PHONE_VALID],
} as const satisfies Record<string, readonly Gate[]>;
export type GatedPlace = keyof typeof GATES;

/** Where the visitor is sent instead, or null where every gate is open. */
export function closedGate(place: GatedPlace, standing: Standing): GateTarget | null {
  const gates: readonly Gate[] = GATES[place];
  return gates.find((gate) => !gate.isOpen(standing))?.target ?? null;
}

/** True for the popups that only pass to whom their gates are open; the menu is everybody's. */
export function isGatedPopup(popup: string | null): popup is "Account" | "Card" | "Offers" | "Cashless" {
  return popup === "Account" || popup === "Card" || popup === "Offers" || popup === "Cashless";
}
