import { lazy } from "react";
import type { AnnouncementDetail } from "../../agenda/views.ts";
import type { GamePageView } from "../../games/views.ts";
import type { MeetingView, PlaceView } from "../../leisure/views.ts";
import type { VenuePageData } from "../../content/page.server.ts";
import type { Neighbours } from "../../venues/neighbours.ts";
import type { DetailRoute } from "../../venues/pages/detail-routes.ts";

/** What the loaders of details return. */
export type DetailData = { page: VenuePageData; neighbours: Neighbours } & (
  | { detail: AnnouncementDetail }
  | { view: GamePageView }
  | { place: PlaceView }
  | { meeting: MeetingView }
);

const announcement = () => import("../../agenda/pages/announcement-page.tsx");
const game = () => import("../../games/pages/game-page.tsx");
const place = () => import("../../leisure/pages/place-detail.tsx");
const meeting = () => import("../../leisure/pages/meeting-page.tsx");

const AnnouncementPage = lazy(() => announcement().then((file) => ({ default: file.AnnouncementPage })));
const GamePage = lazy(() => game().then((file) => ({ default: file.GamePage })));
const PlacePage = lazy(() => place().then((file) => ({ default: file.PlacePage })));
const MeetingPage = lazy(() => meeting().then((file) => ({ default: file.MeetingPage })));

const MODULES: Record<DetailRoute, () => Promise<unknown>> = {
  announcement,
  show: announcement,
  game,
  restaurant: place,
  activity: place,
  meeting,
};

/** Starts to fetch the code that draws a kind of detail. */
export function preloadDetail(route: DetailRoute): void {
  // Ignore a failure here; drawing the detail reports it.
  MODULES[route]().catch(() => undefined);
}

/** A detail, drawn as on its own page. */
export function DetailContent({ data }: { data: DetailData }) {
  const { neighbours } = data;
  if ("detail" in data) return <AnnouncementPage detail={data.detail} neighbours={neighbours} />;
  if ("view" in data) return <GamePage view={data.view} neighbours={neighbours} />;
  if ("place" in data) return <PlacePage place={data.place} neighbours={neighbours} />;
  return <MeetingPage meeting={data.meeting} neighbours={neighbours} />;
}
