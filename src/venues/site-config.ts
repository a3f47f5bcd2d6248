import type { z } from "zod";
import type { Country, siteConfig } from "./contract.ts";
import { policyOf } from "./law/country-policy.ts";

/** A site's settings, each resolved: the site's own value, else the country's default, else off. */
export type SiteConfig = ReturnType<typeof settledConfig>;

export function settledConfig(given: z.output<typeof siteConfig>, country: Country) {
  const defaults = policyOf(country).defaults;
  return {
    account_hidden: given.account_hidden ?? defaults.account_hidden,
    cashless: given.cashless ?? defaults.cashless,
    cashless_hidden: given.cashless_hidden ?? false,
    header_hidden: given.header_hidden ?? false,
    nav_hidden: given.nav_hidden ?? false,
    social_hidden: given.social_hidden ?? false,
    language_selector: given.language_selector ?? defaults.language_selector,
    enrollment: given.enrollment ?? defaults.enrollment,
    login_facebook: given.login_facebook ?? false,
    login_google: given.login_google ?? false,
    login_apple: given.login_apple ?? false,
    loyalty_url: given.loyalty_url ?? null,
    responsible_gaming_url: given.responsible_gaming_url ?? null,
    support_email: given.support_email ?? null,
    support_phone: given.support_phone ?? null,
    wallet_limit: given.wallet_limit ?? 0,
    /** The most loyalty euros that the venue's floor may credit in one call, and to one card in a gaming day. */
    earning_limit: given.earning_limit ?? 5_000,
    earning_day_limit: given.earning_day_limit ?? 20_000,
    /** True when a saved text stays a draft until somebody publishes it. */
    content_drafts: given.content_drafts ?? false,
  };
}
