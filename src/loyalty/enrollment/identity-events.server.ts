import { bodyHash } from "../../platform/cryptography.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { IdentityEvent } from "../../platform/gateways/identity.ts";
import type { World } from "../../platform/world.ts";
import { attemptOfVerification, openAttempt } from "./queries.server.ts";
import { refreshAttempt, type Progress } from "./identity-progress.server.ts";

export const IDENTITY_EVENT_QUEUE = "loyalty.identity-event";
const ATTEMPTS = { retryLimit: 20, retryDelaySeconds: 2 } as const;
const AT_ONCE = 100;

/**
 * Stores a webhook of the identity provider for ever and orders the job that applies it. A repeated id is stored once. "unsigned"
 * if it is not signed for us. "malformed" if it is signed but cannot be parsed; only its hash is kept.
 */
export async function storeIdentityWebhook(
  world: World,
  signature: string,
  body: Uint8Array,
): Promise<"taken" | "unsigned" | "malformed" | "unwanted"> {
  const { identity } = world.gateways;
  if (identity === null) return "unwanted";
  const read = identity.readWebhook(signature, body);
  if ("refusal" in read) {
    world.metrics.count(`identity_notices_total{as="${read.refusal}"}`);
    if (read.refusal === "invalid") return "unsigned";
    await keepSignedRefused(world, body);
    return "malformed";
  }
  const isNew = await inTransaction(world.database, (tx) => keepEvent(world, tx, read.event, bodyHash(body)));
  world.metrics.count(`identity_notices_total{as="${isNew ? "new" : "known"}"}`);
  return "taken";
}

/** Stores the hash of a signed webhook that is too large to read. False if it is not signed for us. */
export async function storeLargeWebhook(world: World, signature: string, body: Uint8Array): Promise<boolean> {
  const read = world.gateways.identity?.readWebhook(signature, body);
  if (read === undefined || ("refusal" in read && read.refusal === "invalid")) return false;
  await keepSignedRefused(world, body);
  return true;
}

async function keepEvent(world: World, tx: Transaction, event: IdentityEvent, bodyHash: Uint8Array): Promise<boolean> {
  const row = await tx
    .insertInto("identity_events")
    .values({
      event_id: event.id,
      received_at: world.now(),
      kind: event.kind,
      verification_id: event.verificationId,
      sent_at: event.sentAt,
      body_hash: bodyHash,
    })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .returning("event_id")
    .executeTakeFirst();
  if (row !== undefined) await world.jobs.send(tx, IDENTITY_EVENT_QUEUE, { eventId: event.id }, ATTEMPTS);
  return row !== undefined;
}

async function keepSignedRefused(world: World, body: Uint8Array): Promise<void> {
  const hash = bodyHash(body);
  const at = world.now();
  world.log.error(
    { hash: Buffer.from(hash).toString("hex") },
    "a signed webhook of the identity provider is malformed or too large",
  );
  await world.database.db
    .insertInto("identity_events")
    .values({
      event_id: `poison-${Buffer.from(hash).toString("hex")}`,
      received_at: at,
      body_hash: hash,
      outcome: "poison",
      processed_at: at,
    })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .execute();
}

/** The job: applies a webhook once. Throws, and is retried, if the provider does not answer. */
export async function applyIdentityEvent(world: World, eventId: string): Promise<void> {
  const { db } = world.database;
  const event = await db.selectFrom("identity_events").selectAll().where("event_id", "=", eventId).executeTakeFirst();
  const isOpen = event !== undefined && (event.outcome === null || event.outcome === "unknown");
  if (!isOpen) return;
  const outcome = await outcomeOf(world, event);
  world.metrics.count(`identity_events_total{outcome="${outcome}"}`);
  await db
    .updateTable("identity_events")
    .set({ outcome, processed_at: world.now() })
    .where("event_id", "=", eventId)
    .execute();
}

async function outcomeOf(
  world: World,
  { verification_id: verification }: { verification_id: string | null },
): Promise<Progress | "unknown"> {
  const { db } = world.database;
  const attempt = verification === null ? undefined : await attemptOfVerification(db, verification);
  if (attempt === undefined) return "unknown";
  const open = await openAttempt(db, attempt.enrollment_id);
  // Every new attempt has its own verification, so the id tells which attempt is meant. Webhooks of earlier attempts are stale.
  if (open?.id !== attempt.id) return "stale";
  return refreshAttempt(world, attempt.id);
}

/** Webhooks that arrived before the attempt they are about was stored. */
export async function unknownEventsOf(tx: Transaction, verificationId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("identity_events")
    .select("event_id")
    .where("verification_id", "=", verificationId)
    .where("outcome", "=", "unknown")
    .execute();
  return rows.map((row) => row.event_id);
}

/** Requeues webhooks whose job was lost, for instance when a database was restored. */
export async function requeueEvents(world: World, before: Date): Promise<void> {
  const rows = await world.database.db
    .selectFrom("identity_events")
    .select("event_id")
    .where("outcome", "is", null)
    .where("received_at", "<=", before)
    .orderBy("received_at")
    .limit(AT_ONCE)
    .execute();
  if (rows.length === 0) return;
  await inTransaction(world.database, async (tx) => {
    for (const { event_id: eventId } of rows)
      await world.jobs.send(tx, IDENTITY_EVENT_QUEUE, { eventId }, { ...ATTEMPTS, singletonKey: eventId });
  });
}
