import * as paths from "./paths.ts";
import { m } from "../messages/messages.js";
import type { Locale } from "./contract.ts";
import { GROUP } from "./group.ts";
import type { IconName } from "../ui/icons/icon-paths.ts";
import type { NavItem } from "./views.ts";
import type { Venue } from "./venue.ts";

/** What the venue has to show, as far as the navigation depends on it. */
export type NavContents = {
  hasAgenda: boolean;
  hasShows: boolean;
  hasGames: boolean;
  hasRestauration: boolean;
  hasHotel: boolean;
  hasMeetings: boolean;
  hasGallery: boolean;
  shopUrl: string | null;
  sisterUrl: string | null;
  /** Extra pages in the header, such as 'Cabaret NU'. */
  extraLinks: { label: Record<Locale, string>; href: string }[];
};

/** The navigation lists of a venue, in a fixed order for each country. An entry appears only when its page exists. */
export function navigationOf(venue: Venue, contents: NavContents, locale: Locale) {
  const { policy } = venue;
  const entries = { ...visitEntries(contents), ...casinoEntries(venue, contents) };
  const extra = contents.extraLinks.map(({ label, href }) => item(href, label[locale], href, "mask-happy"));
  const isSwiss = policy.loyaltyPromo === "swiss";
  const pick = (...keys: (keyof typeof entries)[]) => keys.flatMap((key) => entries[key] ?? []);
  return {
    header: isSwiss
      ? pick("play", "barRestaurant", "loyalty", "prevention")
      : [...pick("games", "agenda", "restaurant"), ...extra, ...pick("shop", "hotel")],
    menu: pick(
      ...(["home", "games", "loyalty", "agenda", "shows", "barRestaurant", "hotel", "meetings", "shopLong"] as const),
      ...(["sister", "prevention"] as const),
    ),
    bottom: pick("home", "games", "agenda", isSwiss ? "bar" : "restaurant", "hotel", "prevention"),
    footer: [
      { title: m.nav_casino_column(), items: pick("games", "jackpots", "agenda", "shows", "gallery", "findUs") },
      {
        title: m.nav_leisure_column(),
        items: [...pick("barRestaurant", "hotel"), ...extra, ...pick("meetings", "shop")],
      },
    ].filter((column) => column.items.length > 0),
    legal: pick("terms", "legalNotices", "privacy", "equality", "accessibility", "prevention"),
  };
}

function visitEntries(contents: NavContents) {
  const restaurant = (label: string) =>
    when(contents.hasRestauration, item("restaurant", label, `${paths.restauration}#restaurant`, "fork-knife"));
  return {
    home: item("home", m.nav_my_casino(), paths.home, "house-line"),
    play: item("play", m.nav_play(), paths.home, "house-line"),
    games: when(contents.hasGames, item("games", m.nav_games(), paths.games, "poker-chip")),
    agenda: when(contents.hasAgenda, item("agenda", m.nav_agenda(), paths.agenda, "calendar-blank")),
    shows: when(contents.hasShows, item("shows", m.nav_shows(), paths.shows, "mask-happy")),
    restaurant: restaurant(m.nav_restaurant()),
    bar: restaurant(m.nav_bar()),
    barRestaurant: restaurant(m.nav_bar_restaurant()),
    hotel: when(contents.hasHotel, item("hotel", m.nav_hotel(), `${paths.restauration}#hotel`, "bed")),
    meetings: when(contents.hasMeetings, item("meetings", m.nav_meetings(), "/#meeting-events", "users-three")),
    gallery: when(contents.hasGallery, item("gallery", m.nav_gallery(), "/#galerie", "ticket")),
    findUs: item("find-us", m.nav_find_us(), "/#infos", "house-line"),
  };
}

function casinoEntries({ policy, config }: Venue, { shopUrl, sisterUrl }: NavContents) {
  const { program, sisterSite } = GROUP;
  return {
    jackpots: when(policy.hasJackpotsPage, item("jackpots", m.nav_jackpots(), paths.jackpots, "poker-chip")),
    loyalty:
      policy.loyaltyPromo === "swiss"
        ? item("loyalty", program, paths.swissProgramme, "identification-card")
        : external("loyalty", program, policy.hasPerks ? config.loyalty_url : null, "identification-card"),
    shop: external("shop", m.nav_gift_boxes(), shopUrl, "gift"),
    shopLong: external("shop", m.nav_gift_boxes_long(), shopUrl, "gift"),
    sister: external("sister", sisterSite, sisterUrl, "poker-chip"),
    prevention: when(policy.hasPrevention, item("prevention", m.nav_prevention(), paths.prevention, "shield-check")),
    terms: item("terms", m.nav_terms(), paths.terms, "identification-card"),
    legalNotices: item("legal-notices", m.nav_legal_notices(), paths.legalNotices, "identification-card"),
    privacy: item("privacy", m.nav_privacy(), paths.privacy, "identification-card"),
    accessibility: item("accessibility", m.nav_accessibility(), paths.accessibility, "identification-card"),
    equality: item("equality", m.nav_equality(), paths.equality, "identification-card"),
  };
}

function when(is: boolean, entry: NavItem): NavItem | undefined {
  return is ? entry : undefined;
}

function item(key: string, label: string, href: string, icon: IconName): NavItem {
  return { key, label, href, isExternal: false, icon };
}

function external(key: string, label: string, href: string | null, icon: IconName): NavItem | undefined {
  return href === null ? undefined : { key, label, href, isExternal: true, icon };
}
