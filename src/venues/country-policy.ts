import type { Country } from "./contract.ts";

/**
 * The one table of what a country's law and the group's policy let a page say or offer (spec/policy.md, G4, G6, G124).
 * Pages, mails and offers ask it; nothing else compares a country code.
 */
export type CountryPolicy = {
  minimumAge: 18 | 21;
  currency: "EUR" | "CHF";
  timeZone: "Europe/Paris" | "Europe/Zurich" | "Europe/Brussels";
  /** Language of the opening-hours widget: the visitor's, or Dutch in Belgium (G20). */
  hoursLocale: "page" | "nl";
  /** The jackpots page exists; the blocks on Home and the monthly figure are a matter of their own (G4). */
  hasJackpotsPage: boolean;
  hasJackpotBlocks: boolean;
  /** Welcome, referral, gift and birthday benefits may be named. */
  hasPerks: boolean;
  /** Which gifts exist here: in Switzerland those under an authorisation, in Belgium none (G124). */
  gifts: "all" | "authorised" | "none";
  /** Play credits that one customer may use in a gaming day, in minor units of the currency; null without a cap. */
  freePlayDailyCap: number | null;
  /** How the loyalty programme is presented on Home. */
  loyaltyPromo: "perks" | "swiss" | "plain";
  /** A commercial communication carries the warning of D.320-2 CSI; the footer too. */
  hasGamblingWarning: boolean;
  hasRegulatorLogo: boolean;
  hasQualityLogo: boolean;
  /** 'Prévention' with its five blocks (LJAr 76 and 77). */
  hasPrevention: boolean;
  /** From how much that a person pays in at a venue in one gaming day staff look (R.561-10 II 6°, L.561-13; OBA-CFMJ 2015). */
  amlAlertMinor: bigint;
  /** Marketing opt-ins may be asked for; where not, they are forced off. */
  mayAskMarketing: boolean;
  defaults: { account_hidden: boolean; cashless: boolean; language_selector: boolean; enrollment: boolean };
};

export const COUNTRY_POLICIES: Record<Country, CountryPolicy> = {
  FR: {
    minimumAge: 18,
    currency: "EUR",
    timeZone: "Europe/Paris",
    hoursLocale: "page",
    hasJackpotsPage: true,
    hasJackpotBlocks: true,
    hasPerks: true,
    gifts: "all",
    freePlayDailyCap: null,
    loyaltyPromo: "perks",
    hasGamblingWarning: true,
    hasRegulatorLogo: true,
    hasQualityLogo: false,
    hasPrevention: false,
    amlAlertMinor: 200_000n,
    mayAskMarketing: true,
    defaults: { account_hidden: false, cashless: false, language_selector: false, enrollment: true },
  },
  CH: {
    minimumAge: 18,
    currency: "CHF",
    timeZone: "Europe/Zurich",
    hoursLocale: "page",
    hasJackpotsPage: false,
    hasJackpotBlocks: false,
    hasPerks: false,
    gifts: "authorised",
    freePlayDailyCap: 20_000,
    loyaltyPromo: "swiss",
    hasGamblingWarning: false,
    hasRegulatorLogo: false,
    hasQualityLogo: true,
    hasPrevention: true,
    amlAlertMinor: 400_000n,
    mayAskMarketing: true,
    defaults: { account_hidden: true, cashless: false, language_selector: false, enrollment: true },
  },
  BE: {
    minimumAge: 21,
    currency: "EUR",
    timeZone: "Europe/Brussels",
    hoursLocale: "nl",
    hasJackpotsPage: true,
    hasJackpotBlocks: false,
    hasPerks: false,
    gifts: "none",
    freePlayDailyCap: null,
    loyaltyPromo: "plain",
    hasGamblingWarning: false,
    hasRegulatorLogo: false,
    hasQualityLogo: false,
    hasPrevention: false,
    amlAlertMinor: 200_000n,
    mayAskMarketing: false,
    defaults: { account_hidden: false, cashless: false, language_selector: false, enrollment: true },
  },
};

export function policyOf(country: Country): CountryPolicy {
  return COUNTRY_POLICIES[country];
}
