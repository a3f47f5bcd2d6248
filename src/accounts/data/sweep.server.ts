import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";

export const SWEEP_QUEUE = "members.sweep";
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** How long ended records stay available to their holder and to customer service, in days. */
const ENDED_SESSION_DAYS = 30;
const DEAD_LINK_DAYS = 7;
const EMAIL_CHANGE_DAYS = 30;
const SENT_MAIL_DAYS = 90;
const SUPERSEDED_ACCOUNT_DAYS = 30;

/** Orders the next sweep, once for all nodes. */
export async function orderSweep(world: World, startAfter?: Date): Promise<void> {
  await inTransaction(world.database, (tx) =>
    world.jobs.send(
      tx,
      SWEEP_QUEUE,
      {},
      { singletonKey: "sweep", ...(startAfter === undefined ? {} : { startAfter }) },
    ),
  );
}

/** Deletes expired limits, captchas, keys, codes, links, changes of address, sessions, sent mails and superseded accounts. */
export async function sweep(world: World): Promise<void> {
  const { db } = world.database;
  const now = world.now();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await forgetLimits(db, now);
  await db.deleteFrom("used_captchas").where("expires_at", "<=", now).execute();
  await db.deleteFrom("used_pass_links").where("expires_at", "<=", now).execute();
  await db.deleteFrom("idempotency_keys").where("expires_at", "<=", now).execute();
  await db.deleteFrom("login_minutes").where("minute", "<=", ago(1)).execute();
  await db.deleteFrom("otp_codes").where("expires_at", "<=", ago(1)).execute();
  await db.deleteFrom("one_time_tokens").where("expires_at", "<=", ago(DEAD_LINK_DAYS)).execute();
  await db.deleteFrom("email_changes").where("expires_at", "<=", ago(EMAIL_CHANGE_DAYS)).execute();
  await db.deleteFrom("sessions").where("expires_at", "<=", ago(ENDED_SESSION_DAYS)).execute();
  await db.deleteFrom("sessions").where("revoked_at", "<=", ago(ENDED_SESSION_DAYS)).execute();
  await db.deleteFrom("spent_operator_tickets").where("expires_at", "<=", ago(1)).execute();
  await db.deleteFrom("operator_sessions").where("expires_at", "<=", ago(ENDED_SESSION_DAYS)).execute();
  await db.deleteFrom("mails").where("sent_at", "<=", ago(SENT_MAIL_DAYS)).execute();
  await db.deleteFrom("mails").where("refused_at", "<=", ago(SENT_MAIL_DAYS)).execute();
  await db
    .deleteFrom("accounts")
    .where("status", "=", "superseded")
    .where("created_at", "<=", ago(SUPERSEDED_ACCOUNT_DAYS))
    .where("last_seen_at", "<=", ago(SUPERSEDED_ACCOUNT_DAYS))
    .execute();
  await orderSweep(world, new Date(now.getTime() + EVERY_MS));
}

/** Skips rows that are locked: a log-in holds several of them, and waiting for one could deadlock. */
async function forgetLimits(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .deleteFrom("limit_windows")
    .where("key", "in", (rows) =>
      rows.selectFrom("limit_windows").select("key").where("expires_at", "<=", now).forUpdate().skipLocked(),
    )
    .execute();
}
