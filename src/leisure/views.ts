import type { PictureView } from "../content/contract.ts";

export type PlaceKind = "restaurant" | "bar" | "hostel" | "activity";
/** A restaurant, bar, hotel or activity as lists show it. `hours` is today's or the week's short text. */
export type PlaceCard = {
  slug: string;
  kind: PlaceKind;
  label: string;
  summary: string;
  hours: string | null;
  picture: PictureView;
  href: string;
  bookingUrl: string | null;
  menuUrl: string | null;
};
export type MeetingCard = {
  kind: "professional" | "private";
  label: string;
  summary: string;
  picture: PictureView;
  href: string;
};
