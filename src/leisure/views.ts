import type { AnnouncementCard } from "../agenda/views.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";

export type PlaceKind = "restaurant" | "bar" | "hostel" | "activity";
/** A restaurant, bar, hotel or activity as lists show it. `hours` says today's, or that it is closed today; null where there is no schedule. */
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

export type PhoneLink = { href: string; label: string };
/** A place's week in words. `language` is the one of the labels, which is not always the page's (G20). */
export type PlaceHours = {
  language: "fr" | "en" | "nl";
  days: { label: string; ranges: string; isToday: boolean }[];
  exceptions: { label: string; ranges: string; note: string | null }[];
};

/** What the details of places and meetings have in common. `presentation` is rich HTML; `phone` the item's own, or else the casino's. */
export type Offering = {
  path: string;
  label: string;
  summary: string;
  presentation: string | null;
  picture: PictureView;
  phone: PhoneLink;
};
/** A restaurant, bar, hotel or activity on its own page. `today` is null where there is no schedule; `data` is its structured data. */
export type PlaceDetail = Offering & {
  kind: PlaceKind;
  bookingUrl: string | null;
  menuUrl: string | null;
  today: { ranges: string | null; note: string | null } | null;
  hours: PlaceHours | null;
  data: object | null;
};
export type MeetingDetail = Offering & { contactUrl: string | null };
/** The same as their pages draw them. */
export type PlaceView = Omit<PlaceDetail, "path" | "data">;
export type MeetingView = Omit<MeetingDetail, "path">;

/** A show of the agenda as the hall announces it. */
export type HallShow = Pick<AnnouncementCard, "title" | "dateTag" | "picture" | "href">;

/** '/restauration': what a venue has beyond its games. Lists are in the venue's order; `show` is one that plays in the hall. */
export type LeisureView = {
  title: string;
  picture: PictureView;
  tables: PlaceCard[];
  hotels: PlaceCard[];
  activities: PlaceCard[];
  activitiesTitle: string;
  hall: { text: string; show: HallShow | null } | null;
  /** The casino's, for a venue that has nothing to show here. */
  phone: PhoneLink;
};
