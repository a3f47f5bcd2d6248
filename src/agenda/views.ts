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
