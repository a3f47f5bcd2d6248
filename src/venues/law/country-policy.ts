import type { Localized } from "../../platform/schema.ts";
import type { Country } from "../contract.ts";
import type { GamblingWarningName } from "./gambling-warning.ts";

/**
 * What each country's law and the group's policy let a page, mail or offer say. Everything reads a field of
 * the policy instead of comparing country codes, except the questions to a country's own register. The law behind each field is in
 * `docs/product/venues.md#country-policies`.
 */
export type CountryPolicy = {
  minimumAge: 18 | 21;
  currency: "EUR" | "CHF";
  timeZone: "Europe/Paris" | "Europe/Zurich" | "Europe/Brussels";
  /** Language of the opening-hours widget: the page's own, or Dutch in Belgium. */
  hoursLocale: "page" | "nl";
  /** True when the site has a jackpots page. The blocks on Home and the monthly figure follow `hasJackpotBlocks`. */
  hasJackpotsPage: boolean;
  hasJackpotBlocks: boolean;
  /** True when welcome, referral, gift and birthday benefits may be named. */
  hasPerks: boolean;
  /** Which gifts may be offered: all, only those that the Swiss authority has authorised, or none (banned in Belgium). */
  gifts: "all" | "authorised" | "none";
  /** True when a pass in a phone's wallet may show by itself near a casino. Switzerland forbids offers by place (OJAr art. 77). */
  hasPassPlaces: boolean;
  /** Most play credits one customer may use in a gaming day, in minor units of the currency; null when there is no cap. */
  freePlayDailyCap: number | null;
  /** How the loyalty programme is presented on Home. */
  loyaltyPromo: "perks" | "swiss" | "plain";
  /**
   * The gambling warning. `promotions`: in the footer and beside every commercial message (D.320-2 CSI in France).
   * `everything`: on every page and mail of a venue. The Belgian decree of 27 February 2023 asks for it on whatever promotes play;
   * until counsel says where that ends, it stands everywhere. Null where the law asks for none.
   */
  gamblingWarning: { name: GamblingWarningName; on: "promotions" | "everything" } | null;
  /** Where people get help with their play: who answers, and what a call costs. */
  helpLine: { phone: string; label: string; name: Localized };
  hasRegulatorLogo: boolean;
  hasQualityLogo: boolean;
  /** True when the site has the 'Prévention' page with its five blocks (LJAr art. 76 and 77). */
  hasPrevention: boolean;
  /**
   * Staff must look at a person whose movements of money over all venues of the country reach `dayMinor` in one gaming day, or
   * `structuring.minor` in so many gaming days of which each stays below it; null where that is not asked. In minor units (R.561-10
   * II 6° and L.561-13 CMF in France, OBA-CFMJ 2015 in Switzerland).
   */
  vigilance: { dayMinor: bigint; structuring: { days: number; minor: bigint } | null };
  /** True when marketing opt-ins may be asked for. Where false, every opt-in is stored as refused. */
  mayAskMarketing: boolean;
  /** What the accessibility statement says: the law behind it, and the authority to turn to where the venue does not answer. */
  accessibility: { law: Localized; authority: { name: Localized; href: string } };
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
    hasPassPlaces: true,
    freePlayDailyCap: null,
    loyaltyPromo: "perks",
    gamblingWarning: { name: "france", on: "promotions" },
    helpLine: {
      phone: "+33974751313",
      label: "09\u00a074\u00a075\u00a013\u00a013",
      name: {
        fr: "Joueurs Info Service, appel non surtaxé, tous les jours",
        en: "Joueurs Info Service, standard call rate, every day",
      },
    },
    hasRegulatorLogo: true,
    hasQualityLogo: false,
    hasPrevention: false,
    vigilance: { dayMinor: 200_000n, structuring: { days: 7, minor: 400_000n } },
    mayAskMarketing: true,
    accessibility: {
      law: {
        fr: "La directive (UE) 2019/882, transposée en France par la loi du 9 mars 2023 et le décret du 9 octobre 2023 (n° 2023-931), s’applique à ce site.",
        en: "Directive (EU) 2019/882, which France transposed by the act of 9 March 2023 and decree no. 2023-931 of 9 October 2023, applies to this website.",
      },
      authority: {
        name: { fr: "SignalConso (DGCCRF)", en: "SignalConso (DGCCRF, the French consumer authority)" },
        href: "https://signal.conso.gouv.fr",
      },
    },
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
    hasPassPlaces: false,
    freePlayDailyCap: 20_000,
    loyaltyPromo: "swiss",
    gamblingWarning: null,
    helpLine: {
      phone: "+41800801381",
      label: "0800\u00a0801\u00a0381",
      name: { fr: "SOS Jeu, appel gratuit, jour et nuit", en: "SOS Jeu, free of charge, day and night" },
    },
    hasRegulatorLogo: false,
    hasQualityLogo: true,
    hasPrevention: true,
    vigilance: { dayMinor: 400_000n, structuring: { days: 7, minor: 800_000n } },
    mayAskMarketing: true,
    accessibility: {
      law: {
        fr: "La loi fédérale du 13 décembre 2002 sur l’égalité pour les handicapés (LHand) s’applique à ce site.",
        en: "The Swiss federal act of 13 December 2002 on equality for people with disabilities (LHand) applies to this website.",
      },
      authority: {
        name: {
          fr: "Bureau fédéral de l’égalité pour les personnes handicapées",
          en: "Federal Bureau for the Equality of People with Disabilities",
        },
        href: "https://www.edi.admin.ch/fr/bfeh-bureau-de-legalite-handicapees",
      },
    },
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
    hasPassPlaces: false,
    freePlayDailyCap: null,
    loyaltyPromo: "plain",
    gamblingWarning: { name: "belgium", on: "everything" },
    helpLine: {
      phone: "+3280035777",
      label: "0800\u00a035\u00a0777",
      name: { fr: "Appel gratuit, anonyme et confidentiel", en: "Free of charge, anonymous and confidential" },
    },
    hasRegulatorLogo: false,
    hasQualityLogo: false,
    hasPrevention: false,
    vigilance: { dayMinor: 200_000n, structuring: { days: 7, minor: 400_000n } },
    mayAskMarketing: false,
    accessibility: {
      law: {
        fr: "La directive (UE) 2019/882, telle que la Belgique l’a transposée, s’applique à ce site.",
        en: "Directive (EU) 2019/882, as Belgium transposed it, applies to this website.",
      },
      authority: {
        name: {
          fr: "Point de contact du SPF Économie",
          en: "Contact point of the Belgian Federal Public Service Economy",
        },
        href: "https://pointdecontact.belgique.be",
      },
    },
    defaults: { account_hidden: false, cashless: false, language_selector: false, enrollment: true },
  },
};

export function policyOf(country: Country): CountryPolicy {
  return COUNTRY_POLICIES[country];
}
