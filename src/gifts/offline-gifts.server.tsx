import type { SnapshotPart } from "../loyalty/offline-card/page.tsx";
import { keptGifts } from "./view.server.ts";
import { OfflineGifts } from "./pages/offline-gifts.tsx";

/** The gifts in a member's offline snapshot; null if there are none. */
export const offlineGifts: SnapshotPart = async (world, venue, member, locale) => {
  const gifts = await keptGifts(world, { venue, locale }, member);
  return gifts.length === 0 ? null : <OfflineGifts key="gifts" gifts={gifts} />;
};
