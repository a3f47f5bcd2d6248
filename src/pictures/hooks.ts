import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Operator } from "../staff/operator.ts";
import type { Venue } from "../venues/venue.ts";

/** What pictures need of the rooms that stand on them. */
export type PictureHooks = {
  /** A venue shows another picture under a new key from now on, in the change's transaction; the site is locked. */
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
