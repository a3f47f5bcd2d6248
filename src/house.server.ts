import * as pages from "virtual:react-router/server-build";
import { createApp } from "./app.server.ts";
import type { MediaDeps } from "./content/media.server.ts";
import { openPictureEncoder } from "./content/picture-encoder.server.ts";
import { followTags } from "./platform/cache-tags.server.ts";
import type { World } from "./platform/world.ts";
import { HOSTS_TAG } from "./venues/import.server.ts";
import { openVenueTable, type VenueTable } from "./venues/venue-table.server.ts";

/** A running house: the world, the host table, the pictures' encoder; what the front door serves. */
export type House = { world: World; table: VenueTable; media: MediaDeps; isDraining: () => boolean };

/**
 * Opens the house over a world: reads the host table, follows saves of every node, and gives the app. `clientDir` holds the
 * built files of the browser. Tests open it as the server does.
 */
export async function openHouse(world: World, clientDir: string, isDraining: () => boolean = () => false) {
  const table = await openVenueTable(world.database);
  const media: MediaDeps = { database: world.database, log: world.log, encoder: openPictureEncoder() };
  const house: House = { world, table, media, isDraining };
  const { app, door } = createApp(house, pages, clientDir);
  const stopFollowing = await followTags(world.database, {
    onTags(tags) {
      if (tags.includes(HOSTS_TAG)) void table.reload().then(() => door.cache.clear(tags));
      else door.cache.clear(tags);
    },
    onLost() {
      void table.reload().catch(() => undefined);
      door.cache.clearAll();
    },
  });
  return {
    house,
    app,
    door,
    async close() {
      await stopFollowing();
      await media.encoder.close();
    },
  };
}
