import type { PassDevicesTable, PassesTable } from "../../../db/tables.ts";
import type { Db, Transaction } from "../../platform/database/database.server.ts";

/** The most phones that are notified of one pass; new registrations remove the oldest. */
const DEVICES_MAX = 50;
const BUNDLE = 500;

export async function validPassOf(db: Db, accountId: string): Promise<PassesTable | null> {
  const query = db.selectFrom("passes").selectAll().where("account_id", "=", accountId).where("revoked_at", "is", null);
  return (await query.executeTakeFirst()) ?? null;
}

export async function passBySerial(db: Db, serial: string): Promise<PassesTable | null> {
  return (await db.selectFrom("passes").selectAll().where("serial", "=", serial).executeTakeFirst()) ?? null;
}

/** Creates an account's pass, unless it has an active one. */
export async function insertPass(tx: Transaction, pass: PassesTable): Promise<void> {
  await tx
    .insertInto("passes")
    .values(pass)
    .onConflict((conflict) => conflict.column("account_id").where("revoked_at", "is", null).doNothing())
    .execute();
}

/** Stores a phone's registration; true if it is new. Removes the oldest beyond the limit. */
export async function putDevice(tx: Transaction, device: PassDevicesTable): Promise<boolean> {
  const known = await tx
    .selectFrom("pass_devices")
    .select("device_id")
    .where("device_id", "=", device.device_id)
    .where("serial", "=", device.serial)
    .executeTakeFirst();
  await tx
    .insertInto("pass_devices")
    .values(device)
    .onConflict((conflict) =>
      conflict
        .columns(["device_id", "serial"])
        .doUpdateSet({ push_token: device.push_token, registered_at: device.registered_at }),
    )
    .execute();
  await tx
    .deleteFrom("pass_devices")
    .where("serial", "=", device.serial)
    .where("device_id", "not in", (newest) =>
      newest
        .selectFrom("pass_devices")
        .select("device_id")
        .where("serial", "=", device.serial)
        .orderBy("registered_at", "desc")
        .orderBy("device_id")
        .limit(DEVICES_MAX),
    )
    .execute();
  return known === undefined;
}

export async function pushTokensOf(db: Db, serial: string): Promise<string[]> {
  const rows = await db.selectFrom("pass_devices").select("push_token").where("serial", "=", serial).execute();
  return [...new Set(rows.map((row) => row.push_token))];
}

/** Passes on a phone that changed after `since`. */
export async function changedPasses(
  db: Db,
  deviceId: string,
  since: Date,
): Promise<{ serial: string; updated_at: Date }[]> {
  return db
    .selectFrom("pass_devices")
    .innerJoin("passes", "passes.serial", "pass_devices.serial")
    .select(["passes.serial", "passes.updated_at"])
    .where("device_id", "=", deviceId)
    .where("passes.updated_at", ">", since)
    .orderBy("passes.updated_at")
    .limit(BUNDLE)
    .execute();
}

/** Marks a link as used; true the first time. */
export async function spendLink(tx: Transaction, onceHash: Uint8Array, expiresAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto("used_pass_links")
    .values({ once_hash: onceHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("once_hash").doNothing())
    .returning("once_hash")
    .executeTakeFirst();
  return row !== undefined;
}

/** The name on an account's pass; null if the account no longer exists. */
export async function passHolder(db: Db, accountId: string) {
  const row = await db
    .selectFrom("accounts")
    .select(["civility_id as civilityId", "lastname", "firstname", "birthday"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row ?? null;
}
