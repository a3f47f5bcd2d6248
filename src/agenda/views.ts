import type { PictureView } from "../ui/pictures/picture-view.ts";
import type { Property } from "../venues/pages/property-list.tsx";

/**
 * An announcement or show in a list. `endsAt` is when the event or its broadcast ends, ISO with the venue's offset; `dateTag` is the
 * short text of the date.
 */
export type AnnouncementCard = {
  id: number;
  title: string;
  isShow: boolean;
  /**
   * An event of this event day or of today's date: 'tonight' where it starts at 17:00 or later, or before 6:00, else 'today'; null on
   * other days.
   */
  day: "tonight" | "today" | null;
  dateTag: string;
  endsAt: string;
  picture: PictureView;
  href: string;
};

/** The featured event in the words of a line: 'Ce soir', 'Cabaret NU', '20h30'. */
export type FeaturedLine = {
  /** 'Ce soir', 'Aujourd’hui', 'Demain', a weekday, a date, or 'En ce moment'. */
  day: string;
  isOnThisEventDay: boolean;
  /** The event's name, without what follows its first comma or colon. */
  title: string;
  /** Null for what has begun on an earlier day. */
  time: string | null;
  href: string;
  /** When the event or its broadcast ends, in ISO. */
  endsAt: string;
};

/** The two lists of the agenda, each with a page. */
export type EventListKind = "all" | "shows";

/** The part of a list that a page shows. */
export type EventListFilter = "tonight" | "weekend" | "free";

/** How full an event is, where that matters to who wants to come. */
export type Availability = "sold-out" | "few" | null;

/** How an event is booked. At most one of the ways is the main one: the partner, else the ticketing provider, else the telephone. */
export type BookingView = {
  availability: Availability;
  /** The partner's address; `{party}` in it stands for the number of guests. */
  reservationUrl: string | null;
  /** The ticketing provider's page of the event. */
  ticketingUrl: string | null;
  /** Where there is no partner, or no seat. */
  phone: { href: string; label: string; hours: string | null } | null;
  /** True where nobody has to book: entry is free and there is no partner. */
  isOpenToAll: boolean;
};

/** What a row says of an event. */
export type EventListItem = Pick<AnnouncementCard, "id" | "title" | "picture" | "href" | "endsAt"> & {
  /** The first sentence of its text, where it is short. */
  line: string | null;
  hour: string;
  price: string | null;
  availability: Availability;
};

/** A day of the list. `key` is YYYY-MM-DD. */
export type EventListDay = {
  key: string;
  /** 'Ce soir', 'Demain', 'Samedi' */
  name: string;
  /** 'jeudi 26' where the name is not a day of the week, else '28 novembre' */
  date: string;
  /** '28' and 'novembre', for the large figure of a row. */
  day: string;
  month: string;
  items: EventListItem[];
};

/** What began on an earlier day, with its dates. */
export type RunningItem = EventListItem & { dateTag: string };

/** The event that leads the page. */
export type FeaturedItem = EventListItem & {
  /** The day in the strip to which it belongs; null for what has begun on an earlier day. */
  dayKey: string | null;
  /** 'Ce soir, 20h30', or the date tag. */
  heading: string;
  summary: string;
  properties: Property[];
  booking: BookingView;
};

/** One of the two lists for its page. */
export type EventList = {
  kind: EventListKind;
  filter: EventListFilter | null;
  /** The event of this event day, else the next, else one that has begun; null where the list is empty. */
  featured: FeaturedItem | null;
  /** The days that hold something, that of the featured event too, in order. */
  days: EventListDay[];
  /** What has begun on an earlier day. */
  running: RunningItem[];
  /** Where the filter leaves nothing: the next event of the list. */
  next: { day: string; title: string; href: string } | null;
  hasShows: boolean;
  /** When the page changes by itself: the venue's midnight, a beginning, an end, or when the next event day begins. */
  changesAt: string;
};

/** An announcement or show for its own page; `dateTag` is the long text of the date. */
export type AnnouncementDetail = {
  title: string;
  isShow: boolean;
  dateTag: string;
  endsAt: string;
  /** True where the event had ended when the page was made. */
  isOver: boolean;
  picture: PictureView;
  html: string;
  properties: Property[];
  booking: BookingView;
  calendarHref: string;
  /** A mail with the title and the page's full address, to whom the visitor likes. */
  shareHref: string;
};

/** What search engines and the page's head are told of an announcement or show. Instants are ISO. */
export type AnnouncementHead = {
  href: string;
  summary: string;
  startAt: string;
  endAt: string | null;
  /** Its properties in schema.org's words: those of the event, and those of the offer of its tickets. */
  structured: { event: object; offer: object };
};
