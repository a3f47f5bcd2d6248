import type { PictureView } from "../ui/pictures/picture-view.ts";

/**
 * An announcement or show in a list. `broadcastEndAt` is ISO with the venue's offset; `dateTag` is the short text of
 * the date.
 */
export type AnnouncementCard = {
  id: number;
  title: string;
  isShow: boolean;
  /** Whether it starts today, and then whether in the evening; null on every other day. */
  day: "tonight" | "today" | null;
  dateTag: string;
  broadcastEndAt: string;
  picture: PictureView;
  href: string;
};

/** The two lists of the agenda, each with a page. */
export type ProgrammeKind = "announcements" | "shows";

/**
 * A card with the first words of its text. `when` says on which of the venue's days it starts: an earlier one, today,
 * or a later one.
 */
export type ProgrammeItem = AnnouncementCard & { when: "earlier" | "today" | "later"; words: string };

/** One of the two lists for its page. */
export type Programme = {
  kind: ProgrammeKind;
  /** The event that opens the page: one of today, else the next; null where the list is empty. */
  feature: ProgrammeItem | null;
  /** The feature's picture, or a default one where there is none. */
  picture: PictureView;
  /** The other events in the order of their start: those that have begun, and those to come. */
  begun: ProgrammeItem[];
  coming: ProgrammeItem[];
  /** The other list. */
  others: AnnouncementCard[];
  hasShows: boolean;
  /** When the page changes by itself: the venue's midnight or the start or end of a broadcast. */
  changesAt: string;
};

/** An announcement or show for its own page; `dateTag` is the long text of the date. */
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

/** The facts of an announcement or show for search engines and the page's head. Instants are ISO. */
export type AnnouncementFacts = { href: string; words: string; startAt: string; endAt: string | null };

/** What a venue has this evening, else next, in the words of a line: 'Ce soir', 'Cabaret NU', '20h30'. */
export type TonightLine = {
  /** 'Ce soir', 'Aujourd’hui', 'Demain', a weekday, a date, or 'En ce moment'. */
  day: string;
  isTonight: boolean;
  title: string;
  /** Null for what has begun on an earlier day. */
  time: string | null;
  href: string;
};
