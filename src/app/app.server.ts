import * as pages from "virtual:react-router/server-build";
import { createApp } from "./server-app.server.ts";
import type { MediaDeps } from "../pictures/media.server.ts";
import { openPictureEncoder } from "../pictures/encoder/encoder.server.ts";
import { openFloorKeys, type FloorKeys } from "../floor/known-keys.server.ts";
import { openGiftVersions, type GiftVersions } from "../gifts/versions.server.ts";
import { openLiveMegapot, type LiveMegapot } from "../jackpots/live-megapot.server.ts";
import { openEnrollmentPolls, type EnrollmentPolls } from "../loyalty/enrollment/polls.server.ts";
import { openPaymentPolls, type PaymentPolls } from "../wallet/payments/polls.server.ts";
import { followTags } from "../platform/page-cache/tags.server.ts";
import type { World } from "../platform/world.ts";
import { HOSTS_TAG } from "../venue-file/import/import.server.ts";
import { openVenueTable, type VenueTable } from "../venues/venue-table.server.ts";

const RELOAD_AGAIN_MS = 1_000;

/** The running app: the world, the host table, the picture encoder and the caches of polls. */
export type AppServices = {
  world: World;
  table: VenueTable;
  media: MediaDeps;
  live: LiveMegapot;
  polls: EnrollmentPolls;
  payments: PaymentPolls;
  giftVersions: GiftVersions;
  floorKeys: FloorKeys;
  isDraining: () => boolean;
};

/**
 * Opens the app over a world: reads the host table, follows saves of all nodes, and returns the app. `clientDir` holds the built files
 * for the browser. Tests open it as the server does.
 */
export async function openApp(world: World, clientDir: string, isDraining: () => boolean = () => false) {
  const table = await openVenueTable(world.database);
  const media: MediaDeps = { database: world.database, log: world.log, encoder: openPictureEncoder() };
  const live = openLiveMegapot(world);
  const polls = await openEnrollmentPolls(world);
  const payments = await openPaymentPolls(world, table);
  const giftVersions = await openGiftVersions(world);
  const floorKeys = await openFloorKeys(world, table);
  const services: AppServices = { world, table, media, live, polls, payments, giftVersions, floorKeys, isDraining };
  const { hono, pageHandler, fast } = createApp(services, pages, clientDir);
  /** Every page depends on its venue's settings, so the whole cache is cleared once the new settings are read. */
  function reloadVenues(): void {
    live.forgetAll();
    table.reload().then(
      () => pageHandler.cache.clearAll(),
      (error: unknown) => {
        world.log.error({ err: error }, "could not reload the host table");
        setTimeout(reloadVenues, RELOAD_AGAIN_MS).unref();
      },
    );
  }
  const stopFollowing = await followTags(world.database, {
    onTags(tags) {
      live.forget(tags);
      if (tags.includes(HOSTS_TAG)) reloadVenues();
      else pageHandler.cache.clear(tags);
    },
    onLost: reloadVenues,
  });
  return {
    services,
    hono,
    pageHandler,
    fast,
    async close() {
      await stopFollowing();
      await polls.close();
      await payments.close();
      await giftVersions.close();
      await floorKeys.close();
      await media.encoder.close();
    },
  };
}
