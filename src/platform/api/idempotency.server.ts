import type { ExpressionBuilder } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { isKeyedHash, keyedHash, decrypt, encrypt } from "../cryptography.server.ts";
import type { World } from "../world.ts";

const KEPT_SECONDS = 86_400;
/** A running call renews its claim on the key; the claim of a call that died with its node expires after this time. */
const RUNNING_MS = 15_000;
const SAID_EVERY_MS = 5_000;

/** What is wrong with a key: it is malformed, used with another body, or its call still runs. */
type KeyRefused =
  | { problems: [{ key: "Idempotency-Key"; message: "members_invalid" }] }
  | {
      refusal: {
        kind: "conflict";
        error: "members_key_reused" | "members_key_running";
        retryAfterSeconds?: number;
      };
    };

/**
 * Runs the work of a call once per `Idempotency-Key`. A repeat with the same body gets the first answer for a day; one with another
 * body gets 409. Answers are stored encrypted, because they hold tokens. A refused call releases its key, and its refusal is returned as
 * the work gave it; the key's own refusals are named `members_key_reused` and `members_key_running`.
 */
export async function once<Answer extends object, No extends object>(
  world: World,
  call: string,
  key: string | undefined,
  body: unknown,
  work: () => Promise<{ ok: Answer } | No>,
): Promise<{ ok: Answer } | No | KeyRefused> {
  if (key === undefined) return work();
  if (key === "" || key.length > 200) return { problems: [{ key: "Idempotency-Key", message: "members_invalid" }] };
  const hash = keyedHash(world, "request", call, JSON.stringify(body));
  const since = world.now();
  const claim = await claimKey(world, { call, key, since }, hash);
  if (claim === "mine") return finish(world, { call, key, since }, work);
  if (!isKeyedHash(world, claim.request_hash, "request", call, JSON.stringify(body)))
    return { refusal: { kind: "conflict", error: "members_key_reused" } };
  const answer = claim.sealed_answer === null ? null : decrypt(world, "answer", claim.sealed_answer);
  if (answer === null) return { refusal: { kind: "conflict", error: "members_key_running", retryAfterSeconds: 1 } };
  return { ok: JSON.parse(answer) as Answer };
}

type Claim = { call: string; key: string; since: Date };

async function claimKey(world: World, { call, key, since: now }: Claim, hash: Uint8Array) {
  const { db } = world.database;
  const running = new Date(now.getTime() + RUNNING_MS);
  const claimed = await db
    .insertInto("idempotency_keys")
    .values({ call, key, request_hash: hash, created_at: now, expires_at: running })
    .onConflict((conflict) =>
      conflict
        .columns(["call", "key"])
        .doUpdateSet({ request_hash: hash, status: null, sealed_answer: null, created_at: now, expires_at: running })
        .where("idempotency_keys.expires_at", "<=", now),
    )
    .executeTakeFirst();
  if ((claimed.numInsertedOrUpdatedRows ?? 0n) > 0n) return "mine" as const;
  const found = await db
    .selectFrom("idempotency_keys")
    .select(["request_hash", "sealed_answer"])
    .where("call", "=", call)
    .where("key", "=", key)
    .executeTakeFirst();
  return found ?? { request_hash: hash, sealed_answer: null };
}

async function finish<Answer extends object, No extends object>(
  world: World,
  { call, key, since }: Claim,
  work: () => Promise<{ ok: Answer } | No>,
): Promise<{ ok: Answer } | No> {
  const { db } = world.database;
  // A repeat takes the key over from a call that stalled, which must not touch it any more.
  const own = (eb: ExpressionBuilder<Tables, "idempotency_keys">) => eb.and({ call, key, created_at: since });
  const saying = setInterval(() => {
    db.updateTable("idempotency_keys")
      .set({ expires_at: new Date(world.now().getTime() + RUNNING_MS) })
      .where(own)
      .where("sealed_answer", "is", null)
      .execute()
      .catch((error: unknown) =>
        world.log.warn({ err: error, call }, "a running call could not renew its idempotency key"),
      );
  }, SAID_EVERY_MS);
  const release = () => db.deleteFrom("idempotency_keys").where(own).execute();
  try {
    const result = await work();
    if (!("ok" in result)) {
      await release();
      return result;
    }
    await db
      .updateTable("idempotency_keys")
      .set({
        status: 200,
        sealed_answer: encrypt(world, "answer", JSON.stringify(result.ok)),
        expires_at: new Date(world.now().getTime() + KEPT_SECONDS * 1000),
      })
      .where(own)
      .execute();
    return result;
  } catch (error) {
    await release();
    throw error;
  } finally {
    clearInterval(saying);
  }
}
