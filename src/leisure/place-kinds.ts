import { m } from "../messages/messages.js";
import type { PlaceCard, PlaceKind } from "./views.ts";

/** The noun for a kind of place. */
export function placeWord(kind: PlaceKind): string {
  const words = { restaurant: m.place_restaurant, bar: m.place_bar, hostel: m.place_hotel, activity: m.place_activity };
  return words[kind]();
}

/** True for restaurants and bars, which the anchor '#restaurant' shows. */
export function isTable({ kind }: Pick<PlaceCard, "kind">): boolean {
  return kind === "restaurant" || kind === "bar";
}
