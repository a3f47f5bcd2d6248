import { keyedHash, seal, unseal } from "../platform/sealing.server.ts";
import type { World } from "../platform/world.ts";
import type { Refused } from "./contract.ts";

const KEPT_SECONDS = 86_400;
/** A call that takes longer than this has died with its node; its key may be used again. */
const RUNNING_SECONDS = 60;

/**
 * Does the work of a call once per `Idempotency-Key` (G166): a repeat with the same body gets the first answer for a day, one with
 * another body 409. Answers are kept sealed, because they hold tokens; what was refused may be tried again under the same key.
 */
export async function once<Answer extends object>(
  world: World,
  call: string,
  key: string | undefined,
  body: unknown,
  work: () => Promise<{ ok: Answer } | Refused>,
): Promise<{ ok: Answer } | Refused> {
  if (key === undefined) return work();
  if (key === "" || key.length > 200) return { problems: [{ key: "Idempotency-Key", message: "members_invalid" }] };
  const hash = keyedHash(world, "request", call, JSON.stringify(body));
  const claim = await claimKey(world, call, key, hash);
  if (claim === "mine") return finish(world, call, key, work);
  if (Buffer.compare(claim.request_hash, hash) !== 0) return { refusal: { status: 409, error: "members_key_reused" } };
  const answer = claim.sealed_answer === null ? null : unseal(world, "answer", claim.sealed_answer);
  if (answer === null) return { refusal: { status: 409, error: "members_key_running", retryAfterSeconds: 1 } };
  return { ok: JSON.parse(answer) as Answer };
}

async function claimKey(world: World, call: string, key: string, hash: Uint8Array) {
  const { db } = world.database;
  const now = world.now();
  const running = new Date(now.getTime() + RUNNING_SECONDS * 1000);
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

async function finish<Answer extends object>(
  world: World,
  call: string,
  key: string,
  work: () => Promise<{ ok: Answer } | Refused>,
): Promise<{ ok: Answer } | Refused> {
  const { db } = world.database;
  const release = () => db.deleteFrom("idempotency_keys").where("call", "=", call).where("key", "=", key).execute();
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
        sealed_answer: seal(world, "answer", JSON.stringify(result.ok)),
        expires_at: new Date(world.now().getTime() + KEPT_SECONDS * 1000),
      })
      .where("call", "=", call)
      .where("key", "=", key)
      .execute();
    return result;
  } catch (error) {
    await release();
    throw error;
  }
}
