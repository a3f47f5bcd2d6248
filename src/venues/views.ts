import type { PictureView } from "../ui/pictures/picture-view.ts";
import type { OpeningHours } from "../platform/opening-hours.ts";
import type { ClockChange } from "../platform/time-zones.ts";
import type { Country, Locale } from "./contract.ts";
import type { IconName } from "../ui/icons/icon-paths.ts";
import type { CountryPolicy } from "./law/country-policy.ts";
import type { GamblingWarningName } from "./law/gambling-warning.ts";
import type { VenueMark } from "./venue-marks.ts";

export type SocialNetwork = "facebook" | "instagram" | "tiktok" | "linkedin";
/** A navigation link: header, side menu or bottom bar. */
export type NavItem = { key: string; label: string; href: string; isExternal: boolean; icon: IconName };

/** The part of the country's policy that pages need; see `country-policy.ts`. */
export type PolicyView = Pick<
  CountryPolicy,
  "minimumAge" | "hasJackpotBlocks" | "hasPerks" | "hasRegulatorLogo" | "hasQualityLogo" | "hasPrevention"
> & { gamblingWarning: GamblingWarningName | null };

/** What every page of a venue needs for its frame. */
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
  /** What visitors find at the casino. */
  onSite: { parking: boolean; smokingArea: boolean; accessibility: boolean };
  email: string | null;
  social: { network: SocialNetwork; href: string }[];
  hasSocial: boolean;
  hasHeader: boolean;
  hasNav: boolean;
  hasLanguageSelector: boolean;
  /** False when the site hides the member area. */
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
  /** Where the loyalty banner of details leads; null when the country or the venue has none. */
  loyaltyBanner: { href: string } | null;
  policy: PolicyView;
  responsibleGamingUrl: string | null;
  year: number;
};

/** Data of the opening-hours widget: the week in words for every reader, the schedule for the script that computes the state. */
export type HoursView = {
  days: { dayOfWeek: number; label: string; ranges: string }[];
  exceptions: { label: string; ranges: string; note: string | null }[];
  schedule: OpeningHours;
  timeZone: string;
  /** The clock changes of that time zone, for the script. */
  clock: ClockChange[];
  /** Language of the labels and texts; not always the page's. */
  language: "fr" | "en" | "nl";
  texts: HoursTexts;
};

/** What the browser needs to compute the widget's state. */
export type HoursData = Pick<HoursView, "schedule" | "timeZone" | "clock" | "language" | "texts">;

/**
 * The widget's words in its own language (Dutch in Belgium). The script fills in `{time}` and `{day}`; `{day}` is a weekday's
 * label, `tomorrow`, `next` ('{day} prochain'), or nothing for today.
 */
export type HoursTexts = {
  /** The pill's text before the state is known: 'Horaires'. */
  heading: string;
  open: string;
  closed: string;
  /** 'Ferme bientôt : {time}' */
  closingSoon: string;
  /** 'Ferme à {time}' */
  closesAt: string;
  /** 'Ferme {day} à {time}', when the venue closes a day away or more. */
  closesOn: string;
  /** 'Ouvre {day} à {time}' */
  opensAt: string;
  /** 'Rouvre {day} à {time}', when the venue was already open earlier today. */
  reopensAt: string;
  tomorrow: string;
  next: string;
};

/** The cover of Home. */
export type CoverView = {
  picture: PictureView;
  /** The point in the picture from which rays of light come, in a frame of 1600 × 900; null without rays. */
  lantern: { x: number; y: number } | null;
  /** The end of the venue's title, written large: 'Port-Sérac', or 'Rochemar' of 'Casino de la Rochemar'. */
  place: string;
};

/** What Home says about the loyalty programme. */
export type ClubView = {
  title: string;
  pitch: string;
  perks: { figure: string; text: string }[];
  href: string | null;
  hrefLabel: string;
};

/** A venue on the group's front page. Its colour comes from the root's CSS rules for `[data-venue="{slug}"]`. */
export type VenueTile = {
  slug: string;
  /** 'Port-Sérac' */
  name: string;
  /** 'Casino de Port-Sérac' */
  title: string;
  locality: string;
  region: string | null;
  country: Country;
  /** The origin of its site. */
  origin: string;
  href: string;
  openingHours: OpeningHours;
  picture: PictureView;
};
