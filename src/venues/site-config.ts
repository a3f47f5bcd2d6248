import type { z } from "zod";
import type { Country, siteConfig } from "./contract.ts";
import { policyOf } from "./law/country-policy.ts";

/** What a setting is where neither the site nor its country says anything. */
const STANDARD = {
  cashless_hidden: false,
  header_hidden: false,
  nav_hidden: false,
  social_hidden: false,
  login_facebook: false,
  login_google: false,
  login_apple: false,
  loyalty_url: null,
  responsible_gaming_url: null,
  support_email: null,
  support_phone: null,
  wallet_limit: 0,
  /** The most loyalty euros that the venue's floor may credit in one call, and to one card in a gaming day. */
  earning_limit: 5_000,
  earning_day_limit: 20_000,
  /** True when a saved text stays a draft until somebody publishes it. */
  content_drafts: false,
};

/** A site's settings, each resolved: the site's own value, else the country's default, else the standard. */
export type SiteConfig = ReturnType<typeof configWithDefaults>;

/** A site's own settings, with defaults for what it leaves out. */
export function configWithDefaults(given: z.output<typeof siteConfig>, country: Country) {
  return { ...STANDARD, ...policyOf(country).defaults, ...given };
}
