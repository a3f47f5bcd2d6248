import { m } from "../../messages/messages.js";

/** Failures that redirect to Register, with their code in the address. */
const ERRORS: Record<string, () => string> = {
  google: m.members_provider_google,
  apple: m.members_provider_apple,
  facebook: m.members_provider_facebook,
  apple_missing: m.members_provider_apple_missing,
  written: m.members_provider_written,
  off: m.members_provider_off,
  access: m.account_alert_access_register,
  link: m.members_link_dead,
  busy: m.members_busy,
};

/** The sentence for Register's `error` parameter. An unknown code gets the general one, so that an address cannot put text on the page. */
export function errorWords(error: string | null): string | null {
  if (error === null) return null;
  return Object.hasOwn(ERRORS, error) ? (ERRORS[error]?.() ?? m.members_failed()) : m.members_failed();
}
