import type { PictureView } from "../ui/pictures/picture-view.ts";

/** An announcement or show as lists show it. `broadcastEndAt` is ISO with the venue's offset; `dateTag` is the compact text of the date. */
export type AnnouncementCard = {
  id: number;
  title: string;
  isShow: boolean;
  /** Whether it begins today, and then whether in the evening; null on every other day. */
  day: "tonight" | "today" | null;
  dateTag: string;
  broadcastEndAt: string;
  picture: PictureView;
  href: string;
};

/** The two lists of the agenda, each a page of its own (section 2.1, G29). */
export type ProgrammeKind = "announcements" | "shows";

/** A card with the first words of its text. `when` counts in the venue's days: begun on an earlier one, today, or later. */
export type ProgrammeItem = AnnouncementCard & { when: "earlier" | "today" | "later"; words: string };

/** One of the two lists as its page shows it. */
export type Programme = {
  kind: ProgrammeKind;
  /** What the page opens with: tonight's, or the next to come; null where the list is empty. */
  feature: ProgrammeItem | null;
  /** The feature's picture, or the house's where there is none. */
  picture: PictureView;
  /** The rest, in the order of their start: what has begun, and what is to come. */
  begun: ProgrammeItem[];
  coming: ProgrammeItem[];
  /** The other list. */
  others: AnnouncementCard[];
  hasShows: boolean;
  /** When the page changes by itself: the venue's midnight or the edge of a broadcast window. */
  changesAt: string;
};

/** An announcement or show as its own page shows it (section 2.5); `dateTag` is the long text of the date. */
export type AnnouncementDetail = {
  title: string;
  isShow: boolean;
  dateTag: string;
  broadcastEndAt: string;
  picture: PictureView;
  html: string;
  reservationUrl: string | null;
  /** The ticketing provider's page of the event. */
  ticketingUrl: string | null;
};

/** What is said of an announcement or show beside its page: to search engines, and in the page's head. Instants are ISO. */
export type AnnouncementFacts = { href: string; words: string; startAt: string; endAt: string | null };
