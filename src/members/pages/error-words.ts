import { m } from "../../paraglide/messages.js";

/** Failures that lead to Register with their code in the address (G19, section 8). */
const ERRORS: Record<string, () => string> = {
  google: m.members_provider_google,
  apple: m.members_provider_apple,
  facebook: m.members_provider_facebook,
  apple_missing: m.members_provider_apple_missing,
  off: m.members_provider_off,
  access: m.account_alert_access_register,
  link: m.members_link_dead,
  busy: m.members_busy,
};
const WORDS_MAX = 200;

/**
 * What Register's `error` says: a code's words, else the text itself without what could lead anybody astray (T31): addresses,
 * numbers that could be dialled, control and direction characters. At most 200 characters; null where nothing is left.
 */
export function errorWords(error: string | null): string | null {
  if (error === null) return null;
  const known = Object.hasOwn(ERRORS, error) ? ERRORS[error] : undefined;
  if (known !== undefined) return known();
  const text = error
    .slice(0, 1_000)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu, " ")
    .replaceAll(/\S*(?::\/\/|www\.|@|\.[\p{L}]{2,24}(?=[/?#:\s]|$))\S*/giu, " ")
    .replaceAll(/\+?\p{Nd}(?:[\s().\-/]*\p{Nd}){4,}/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return text === "" ? null : text.slice(0, WORDS_MAX).replace(/[\ud800-\udbff]$/, "");
}
