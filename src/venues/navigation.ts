import { m } from "../paraglide/messages.js";
import type { NavIcon, NavItem } from "./views.ts";
import type { Venue } from "./venue.ts";

/** What a venue has to show, as far as its navigation depends on it (section 2.4). */
export type Offer = {
  hasAgenda: boolean;
  hasGames: boolean;
  hasRestauration: boolean;
  hasHotel: boolean;
  hasMeetings: boolean;
  hasGallery: boolean;
  shopUrl: string | null;
};

/**
 * The navigation of section 2.4 by country: every list in the order of the specification, an entry only where it leads
 * somewhere. Entries of Home point at its sections.
 */
export function navigationOf(venue: Venue, offer: Offer) {
  const entries = entriesOf(offer);
  const isSwiss = venue.policy.loyaltyPromo === "swiss";
  const header = isSwiss ? ["play", "barRestaurant"] : ["games", "agenda", "restaurant", "shop", "hotel"];
  const bottom = ["home", "games", "agenda", isSwiss ? "bar" : "restaurant", "hotel"];
  const menu = ["home", "games", "agenda", "barRestaurant", "hotel", "meetings", "shopLong"];
  const pick = (keys: string[]) => keys.flatMap((key) => entries[key] ?? []);
  return {
    header: pick(header),
    menu: pick(menu),
    bottom: pick(bottom),
    footer: [
      { title: m.nav_casino_column(), items: pick(["games", "agenda", "gallery", "findUs"]) },
      { title: m.nav_house_column(), items: pick(["barRestaurant", "hotel", "meetings", "shop"]) },
    ].filter((column) => column.items.length > 0),
    legal: [],
  };
}

function entriesOf(offer: Offer): Record<string, NavItem | undefined> {
  return {
    home: item("home", m.nav_my_casino(), "/", "house-line"),
    play: item("play", m.nav_play(), "/", "house-line"),
    games: offer.hasGames ? item("games", m.nav_games(), "/#jeux", "poker-chip") : undefined,
    agenda: offer.hasAgenda ? item("agenda", m.nav_agenda(), "/#agenda", "calendar-blank") : undefined,
    restaurant: offer.hasRestauration
      ? item("restaurant", m.nav_restaurant(), "/#restaurant", "fork-knife")
      : undefined,
    bar: offer.hasRestauration ? item("bar", m.nav_bar(), "/#restaurant", "fork-knife") : undefined,
    barRestaurant: offer.hasRestauration
      ? item("restaurant", m.nav_bar_restaurant(), "/#restaurant", "fork-knife")
      : undefined,
    hotel: offer.hasHotel ? item("hotel", m.nav_hotel(), "/#hotel", "bed") : undefined,
    meetings: offer.hasMeetings ? item("meetings", m.nav_meetings(), "/#meeting-events", "users-three") : undefined,
    gallery: offer.hasGallery ? item("gallery", m.nav_gallery(), "/#galerie", "ticket") : undefined,
    findUs: item("find-us", m.nav_find_us(), "/#infos", "house-line"),
    shop: offer.shopUrl === null ? undefined : external("shop", m.nav_gift_boxes(), offer.shopUrl, "gift"),
    shopLong: offer.shopUrl === null ? undefined : external("shop", m.nav_gift_boxes_long(), offer.shopUrl, "gift"),
  };
}

function item(key: string, label: string, href: string, icon: NavIcon): NavItem {
  return { key, label, href, isExternal: false, icon };
}

function external(key: string, label: string, href: string, icon: NavIcon): NavItem {
  return { key, label, href, isExternal: true, icon };
}
