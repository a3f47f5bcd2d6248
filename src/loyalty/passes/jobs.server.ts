import { publicOrigin } from "../../platform/settings/config.server.ts";
import type { Jobs } from "../../platform/jobs.server.ts";
import type { World } from "../../platform/world.ts";
import { PASS_QUEUE, type PassOrder } from "./changes.server.ts";
import { passBySerial, pushTokensOf } from "./queries.server.ts";
import { shownPassOf } from "./passes.server.ts";

/** Registers the job that notifies wallets of changed passes. */
export async function startPassJobs(world: World, jobs: Pick<Jobs, "work">): Promise<void> {
  await jobs.work<PassOrder>(PASS_QUEUE, async (batch) => {
    for (const { data } of batch) await tellWallets(world, data);
  });
}

/**
 * Notifies Google and every phone that has the pass. Forgets phones that no longer want updates. A pass that has changed again is left to
 * the job of that change, so that after an outage each pass is sent once.
 */
async function tellWallets(world: World, { serial, edition }: PassOrder): Promise<void> {
  const { db } = world.database;
  const { apple, google } = world.gateways.passes;
  const pass = await passBySerial(db, serial);
  if (pass === null || (edition !== undefined && edition < pass.updated_at.getTime())) return;
  if (pass.is_at_google && google !== null)
    await google.update(await shownPassOf(world, pass), publicOrigin(world.config, "localhost"));
  if (apple === null) return;
  for (const pushToken of await pushTokensOf(db, serial))
    if ((await apple.push(pushToken)) === "gone")
      await db.deleteFrom("pass_devices").where("push_token", "=", pushToken).execute();
}
