import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Operator } from "../staff/operator.ts";
import type { Venue } from "../venues/venue.ts";

/** What this room asks of the rooms below it. See platform/hooks.ts. */
export type PictureHooks = {
  /**
   * Called in the transaction of the change when a venue shows a picture under a new key from now on. The site is
   * locked.
   */
  replaced: (
    world: World,
    tx: Transaction,
    change: { venue: Venue; operator: Operator; from: string; to: string },
  ) => Promise<void>;
};

declare module "../platform/hooks.ts" {
  interface Hooks {
    pictures: PictureHooks;
  }
}
