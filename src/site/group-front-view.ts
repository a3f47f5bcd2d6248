import type { FeaturedLine } from "../agenda/views.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";
import type { Country, Locale } from "../venues/contract.ts";
import type { GamblingWarningName } from "../venues/law/gambling-warning.ts";

/** A venue on the group's front page. Its colour comes from the root's CSS rules for `[data-venue="{slug}"]`. */
export type FrontVenue = {
  slug: string;
  /** 'Port-Sérac' */
  name: string;
  /** 'Casino de Port-Sérac' */
  title: string;
  /** The region, else the town where it is not the name; null where neither is known. */
  place: string | null;
  country: Country;
  href: string;
  picture: PictureView;
  /** Today's hours in words. */
  hours: string;
  openings: string;
  featured: FeaturedLine | null;
  agendaHref: string;
  legalHref: string;
};

/** Where people get help in a country, its minimum age, and the gambling warning that its law asks for. */
export type HelpLine = {
  country: Country;
  phone: { href: string; label: string };
  name: string;
  minimumAge: number;
  warning: GamblingWarningName | null;
};

/** All data of the group's front page. `country` is the one that the list is limited to. */
export type GroupFrontView = {
  picture: PictureView;
  venues: FrontVenue[];
  countries: Country[];
  country: Country | null;
  help: HelpLine[];
  locale: Locale;
  year: number;
};
