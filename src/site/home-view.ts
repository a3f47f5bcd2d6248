import type { AnnouncementCard, FeaturedLine } from "../agenda/views.ts";
import type { GamePanel } from "../games/views.ts";
import type { JackpotBlock } from "../jackpots/views.ts";
import type { MeetingCard, PlaceCard } from "../leisure/views.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";
import type { ClubView, CoverView, HoursView } from "../venues/views.ts";

/** All data of a venue's Home page. */
export type HomeView = {
  cover: CoverView;
  tagline: string;
  /** Rich HTML; empty when the venue has none. */
  presentation: string;
  hours: HoursView;
  /** The featured event as a line; null where nothing is announced. */
  featured: FeaturedLine | null;
  agenda: AnnouncementCard[];
  agendaHref: string;
  games: GamePanel[];
  isSmallGamesGrid: boolean;
  gamesHref: string;
  jackpots: JackpotBlock | null;
  jackpotsHref: string;
  club: ClubView | null;
  leisureTitle: string;
  places: PlaceCard[];
  leisureHref: string;
  hotel: PlaceCard | null;
  meetings: MeetingCard[];
  meetingsPicture: PictureView | null;
  shop: { href: string; picture: PictureView } | null;
  /** Where the casino lies and how to reach it; null when the venue does not say. */
  nearby: string | null;
  gallery: PictureView[];
};
