/**
 * The gates of the member area as one table: the conditions for entering a place, in order, and where the first unmet one leads. The
 * server checks them for pages and API calls; the browser only follows its redirects.
 */

/** What the gates check. */
export type GateState = { isLoggedIn: boolean; isEmailValid: boolean; isPhoneValid: boolean; hasLoyaltyId: boolean };

export type GateTarget = "Login" | "Register" | "Menu" | "PhoneDefine" | "EnrollmentChoice";
export type Gate = { target: GateTarget; isOpen: (standing: GateState) => boolean };

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

/** Where the visitor is sent instead; null where every gate is open. */
export function closedGate(place: GatedPlace, standing: GateState): GateTarget | null {
  const gates: readonly Gate[] = GATES[place];
  return gates.find((gate) => !gate.isOpen(standing))?.target ?? null;
}

const GATED_POPUPS = ["Account", "Card", "Offers", "Cashless"] as const;
type GatedPopup = (typeof GATED_POPUPS)[number];

/** True for the popups behind gates. The menu is open to everybody. */
export function isGatedPopup(popup: string | null): popup is GatedPopup {
  return GATED_POPUPS.some((gated) => gated === popup);
}
