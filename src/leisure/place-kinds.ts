import { m } from "../messages/messages.js";
import type { PlaceCard, PlaceKind } from "./views.ts";

/** What a place is, in a word. */
export function placeWord(kind: PlaceKind): string {
  const words = { restaurant: m.place_restaurant, bar: m.place_bar, hostel: m.place_hotel, activity: m.place_activity };
  return words[kind]();
}

/** Restaurants and bars: what '#restaurant' leads to. */
export function isTable({ kind }: Pick<PlaceCard, "kind">): boolean {
  return kind === "restaurant" || kind === "bar";
}
