import { cookieIn } from "./cookies.ts";
import { decodedText } from "./decoded-text.ts";

/** The cookie with a visitor's answer to the consent banner. Browser-safe. */
export const CONSENT_COOKIE = "consent";

/** The fields of the consent cookie in a Cookie header or `document.cookie`; empty without one. */
export function consentIn(cookies: string): URLSearchParams {
  return new URLSearchParams(decodedText(cookieIn(cookies, CONSENT_COOKIE) ?? "") ?? "");
}

/** True if the visitor allowed measurement. */
export function isMeasurementAllowed(cookies: string): boolean {
  return consentIn(cookies).get("measure") === "1";
}
