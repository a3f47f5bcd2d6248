import type { AnnouncementCard } from "../agenda/views.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";

export type PlaceKind = "restaurant" | "bar" | "hostel" | "activity";
/** A restaurant, bar, hotel or activity in a list. `hours` are today's as a text; null where there is no schedule. */
export type PlaceCard = {
  kind: PlaceKind;
  label: string;
  summary: string;
  hours: string | null;
  picture: PictureView;
  href: string;
  openings: string;
  bookingUrl: string | null;
  /** Once the place has closed for today: the day in words for which it takes bookings. Null before. */
  bookingDay: string | null;
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
/** A place's week as texts. `language` is the labels' language, which may differ from the page's. */
export type PlaceHours = {
  language: "fr" | "en" | "nl";
  days: { label: string; ranges: string; isToday: boolean }[];
  exceptions: { label: string; ranges: string; note: string | null }[];
};

/**
 * What details of places and meetings share. `presentation` is rich HTML; `phone` the entry's own, else the casino's.
 */
export type Offering = {
  path: string;
  label: string;
  summary: string;
  presentation: string | null;
  picture: PictureView;
  phone: PhoneLink;
  /** When the casino's phone is answered; null where that is not known, and for a phone of the entry's own. */
  phoneHours: string | null;
};
/**
 * A restaurant, bar, hotel or activity for its own page. `today` is null where there is no schedule; `data` is its
 * structured data.
 */
export type PlaceDetail = Offering & {
  kind: PlaceKind;
  openings: string;
  /** With `{party}` where the partner asks for how many. */
  bookingUrl: string | null;
  bookingDay: string | null;
  menuUrl: string | null;
  today: { ranges: string | null; note: string | null } | null;
  hours: PlaceHours | null;
  data: object | null;
};
export type MeetingDetail = Offering & { contactUrl: string | null };
/** The fields that the page component draws. */
export type PlaceView = Omit<PlaceDetail, "path" | "data">;
export type MeetingView = Omit<MeetingDetail, "path">;

/** The show of the agenda that is announced with the hall. */
export type HallShow = Pick<AnnouncementCard, "title" | "dateTag" | "picture" | "href">;

/**
 * '/restauration': everything a venue has beside its games. Lists are in the venue's order; `show` plays in the hall.
 */
export type LeisureView = {
  title: string;
  picture: PictureView;
  tables: PlaceCard[];
  hotels: PlaceCard[];
  activities: PlaceCard[];
  activitiesTitle: string;
  hall: { text: string; show: HallShow | null } | null;
};
