import type { PassesTable } from "../../../db/tables.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { changedPasses, putDevice } from "./queries.server.ts";

const DEVICE_ID = /^[\w.-]{1,100}$/;
const PUSH_TOKEN = /^[\w-]{8,200}$/;
const TAG_MAX = 8_640_000_000_000;

/** Registers a phone for updates of a pass. "known" if it already was; null if the request is malformed. */
export async function registerDevice(
  world: World,
  pass: PassesTable,
  deviceId: string,
  body: unknown,
): Promise<"new" | "known" | null> {
  const { pushToken } = (typeof body === "object" && body !== null ? body : {}) as { pushToken?: unknown };
  if (!DEVICE_ID.test(deviceId) || typeof pushToken !== "string" || !PUSH_TOKEN.test(pushToken)) return null;
  const device = { device_id: deviceId, serial: pass.serial, push_token: pushToken, registered_at: world.now() };
  const isNew = await inTransaction(world.database, (tx) => putDevice(tx, device), { isRepeatable: true });
  return isNew ? "new" : "known";
}

export async function forgetDevice(world: World, pass: PassesTable, deviceId: string): Promise<void> {
  const { db } = world.database;
  await db.deleteFrom("pass_devices").where("device_id", "=", deviceId).where("serial", "=", pass.serial).execute();
}

/** The passes on a phone that changed after the tag, and the next tag; null if there are none. */
export async function passesChangedSince(
  world: World,
  deviceId: string,
  tag: string | undefined,
): Promise<{ serialNumbers: string[]; lastUpdated: string } | null> {
  const since = /^\d{1,13}$/.test(tag ?? "") ? Math.min(Number(tag), TAG_MAX) : 0;
  const changed = DEVICE_ID.test(deviceId) ? await changedPasses(world.database.db, deviceId, new Date(since)) : [];
  const last = changed.at(-1);
  if (last === undefined) return null;
  return { serialNumbers: changed.map(({ serial }) => serial), lastUpdated: String(last.updated_at.getTime()) };
}
