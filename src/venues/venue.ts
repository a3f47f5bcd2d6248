import type { Country, Locale, SiteLocale } from "./contract.ts";
import type { CountryPolicy } from "./law/country-policy.ts";
import type { SiteConfig } from "./site-config.ts";

/** The venue of a request, found from its host when the request arrives. Every look-up starts from it. */
export type Venue = {
  id: number;
  siteId: number;
  projectId: number;
  slug: string;
  name: string;
  country: Country;
  isVisible: boolean;
  /** The first host is the canonical one. */
  hosts: string[];
  /** The languages of its pages, the preferred one first. */
  locales: Locale[];
  /** The site's own list of languages, which may include Dutch. */
  siteLocales: SiteLocale[];
  /** The company that operates it, to which its top-ups are paid. */
  company: Company;
  config: SiteConfig;
  policy: CountryPolicy;
};

/**
 * An operating company. `key` names it in the ledger and in settings, `beneficiary` is the holder of its account, which
 * the payer's bank compares. Without details of its own a venue is its own company, named by the venue's slug.
 */
export type Company = {
  key: string;
  legalName: string;
  beneficiary: string;
  /** IBAN without spaces. */
  account: string | null;
  /** The id of its application at the provider of bank transfers. */
  application: string | null;
};

/** Tags of cached pages. A save bumps the tags of what it changed, which clears those pages. */
export const venueTag = (venueId: number) => `venue:${venueId}`;
export const jackpotsTag = (siteId: number) => `jackpots:${siteId}`;
export const liveTag = (name: string) => `live:${name}`;
export const GROUP_TAG = "group";
