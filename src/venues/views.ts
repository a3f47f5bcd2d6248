import type { PictureView } from "../ui/pictures/picture-view.ts";
import type { OpeningHours } from "../platform/opening-hours.ts";
import type { ClockChange } from "../platform/time-zones.ts";
import type { Country, Locale } from "./contract.ts";
import type { VenueMark } from "./venue-marks.ts";

export type SocialNetwork = "facebook" | "instagram" | "tiktok" | "linkedin";
export type NavIcon =
  | "house-line"
  | "poker-chip"
  | "calendar-blank"
  | "fork-knife"
  | "bed"
  | "shield-check"
  | "mask-happy"
  | "gift"
  | "ticket"
  | "identification-card"
  | "users-three";
/** A link of the header, the side menu or the bottom bar. */
export type NavItem = { key: string; label: string; href: string; isExternal: boolean; icon: NavIcon };

/** What a country's law and the group's policy let a page say (spec/policy.md). Read from the one table in country-policy.ts. */
export type PolicyView = {
  minimumAge: 18 | 21;
  hasJackpotBlocks: boolean;
  hasPerks: boolean;
  hasGamblingWarning: boolean;
  hasRegulatorLogo: boolean;
  hasQualityLogo: boolean;
  hasPrevention: boolean;
};

/** What every page of a venue needs: the frame around it. */
export type SiteView = {
  slug: string;
  country: Country;
  locale: Locale;
  locales: Locale[];
  brand: string;
  mark: VenueMark;
  program: string;
  name: string;
  /** 'Casino de Port-Sérac' */
  title: string;
  /** 'Bienvenue au' / 'Welcome to' */
  welcome: string;
  address: { street: string; postalCode: string; locality: string; mapsUrl: string };
  phone: { href: string; label: string };
  /** What a visitor finds on the spot. */
  onSite: { parking: boolean; smokingArea: boolean; accessibility: boolean };
  email: string | null;
  social: { network: SocialNetwork; href: string }[];
  hasSocial: boolean;
  hasHeader: boolean;
  hasNav: boolean;
  hasLanguageSelector: boolean;
  /** False where the site hides the member area (G5). */
  hasAccounts: boolean;
  nav: {
    header: NavItem[];
    menu: NavItem[];
    bottom: NavItem[];
    footer: { title: string; items: NavItem[] }[];
    legal: NavItem[];
  };
  sister: { label: string; href: string } | null;
  shopUrl: string | null;
  /** Where the loyalty banner of details leads; null where the country's policy or the venue has none. */
  loyaltyBanner: { href: string } | null;
  policy: PolicyView;
  responsibleGamingUrl: string | null;
  year: number;
};

/** The opening-hours widget: the week in words for everyone, the raw schedule for the script that computes the state. */
export type HoursView = {
  days: { dayOfWeek: number; label: string; ranges: string }[];
  exceptions: { label: string; ranges: string; note: string | null }[];
  schedule: OpeningHours;
  timeZone: string;
  /** The changes of that zone's clock, for the script. */
  clock: ClockChange[];
  /** The language of the labels and texts, which is not always the page's (G20). */
  language: "fr" | "en" | "nl";
  texts: HoursTexts;
};

/** What the widget's state is computed from in the browser. */
export type HoursData = Pick<HoursView, "schedule" | "timeZone" | "clock" | "language" | "texts">;

/**
 * The widget's words in its own language (Dutch in Belgium). `{time}` and `{day}` are filled in by the script; `{day}` is a
 * weekday's label, `tomorrow`, `next` ('{day} prochain') or nothing for today.
 */
export type HoursTexts = {
  /** The pill before its state is known: 'Horaires'. */
  heading: string;
  open: string;
  closed: string;
  /** 'Ferme bientôt : {time}' */
  closingSoon: string;
  /** 'Ferme à {time}' */
  closesAt: string;
  /** 'Ferme {day} à {time}', where the close is a day away or more. */
  closesOn: string;
  /** 'Ouvre {day} à {time}' */
  opensAt: string;
  /** 'Rouvre {day} à {time}', where the doors were open earlier today. */
  reopensAt: string;
  tomorrow: string;
  next: string;
};

/** The picture behind a venue's name, and where in it the lantern's light falls, in fractions. */
export type CoverView = { picture: PictureView; lantern: { x: number; y: number } | null };

/** What a venue says of the loyalty programme on its Home. */
export type ClubView = {
  title: string;
  pitch: string;
  perks: { figure: string; text: string }[];
  href: string | null;
  hrefLabel: string;
};

/** A venue as the group's front page shows it. Its own colour comes from root's rules for `[data-venue="{slug}"]`. */
export type VenueTile = {
  slug: string;
  /** 'Port-Sérac' */
  name: string;
  /** 'Casino de Port-Sérac' */
  title: string;
  locality: string;
  country: Country;
  href: string;
  picture: PictureView;
};
