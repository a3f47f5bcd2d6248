import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { forgetHits, hit } from "../../platform/http/counted-limits.server.ts";
import type { World } from "../../platform/world.ts";
import { tooMany, type Refused } from "../contract.ts";
import { hashInTurn, isSameHash } from "../login/password-hash.server.ts";
import type { Member } from "../member.ts";
import type { Visit } from "../visit.server.ts";

/** For how long a fresh proof lets a member delete the account or change how to log in to it. */
const FRESH_SECONDS = 300;
/** How often the current password of an account may be guessed, over all its sessions and all calls that ask for it. */
export const CURRENT_PASSWORD_GUESSES = [{ limit: 5, seconds: 900 }];

/** The refusal of a call that needs a fresh proof where the session has none. */
export const FRESH_NEEDED: Refused = {
  refusal: { kind: "forbidden", error: "account_refused_fresh", code: "FRESH_LOGIN_REQUIRED" },
};

/** True if the session has a proof of the last five minutes. The log-in itself does not count. */
export function isFresh(world: Pick<World, "now">, { provedAt }: Pick<Member, "provedAt">): boolean {
  return provedAt !== null && world.now().getTime() - provedAt.getTime() < FRESH_SECONDS * 1000;
}

/** Stores a fresh proof of the session's holder. An ended session stays ended. */
export async function noteProof(
  world: Pick<World, "now">,
  db: Db,
  { sessionId }: Pick<Member, "sessionId">,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ proved_at: world.now() })
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .execute();
}

/**
 * Proves a member by the account's password, which a field named `field` holds. Guesses are counted before the comparison, as at the
 * log-in: five in 15 minutes. Returns null where it was right.
 */
export async function passwordRefused(
  world: World,
  visit: Visit,
  member: Member,
  { password, field }: { password: string; field: "password" | "current_password" },
): Promise<Refused | null> {
  const { db } = world.database;
  const key = ["current password", member.accountId] as const;
  const counted = await hit(world, db, key, CURRENT_PASSWORD_GUESSES);
  if (!counted.isAllowed) return tooMany(counted);
  const hashed = await hashInTurn(world, visit, member.email, password);
  if ("refusal" in hashed) return hashed;
  const account = await db
    .selectFrom("accounts")
    .select("password_hash")
    .where("id", "=", member.accountId)
    .executeTakeFirst();
  if (!isSameHash(hashed.hash, account?.password_hash ?? null))
    return { problems: [{ key: field, message: "members_password_current_wrong" }] };
  await inTransaction(world.database, async (tx) => {
    await forgetHits(world, tx, key);
    await noteProof(world, tx, member);
  });
  return null;
}
