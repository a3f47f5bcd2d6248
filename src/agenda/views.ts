import type { PictureView } from "../content/contract.ts";

/** An announcement or show as lists show it. Instants are ISO with the venue's offset (G22); `dateTag` is the compact text of section 9 (G27). */
export type AnnouncementCard = {
  id: number;
  slug: string;
  title: string;
  isShow: boolean;
  isToday: boolean;
  dateTag: string;
  startAt: string;
  endAt: string | null;
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

/** An announcement or show on its own page (section 2.5). */
export type AnnouncementDetail = ProgrammeItem & {
  /** `dateTag` is the long text of section 9. */
  html: string;
  reservationUrl: string | null;
  /** The ticketing provider's page of the event. */
  ticketingUrl: string | null;
};
