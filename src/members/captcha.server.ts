import type { World } from "../platform/world.ts";
import type { Refusal } from "./contract.ts";
import type { Visit } from "./visit.server.ts";

/** Null where the visit carries a solved challenge that nobody used before; it is used up by this. */
export async function captchaRefusal(world: World, visit: Visit): Promise<Refusal | null> {
  const refusal: Refusal = { status: 400, error: "members_captcha_wrong" };
  if (visit.captcha === null || visit.captcha.length > 10_000) return refusal;
  const solved = await world.gateways.captcha.check(visit.captcha);
  if (solved === "refused") return refusal;
  const first = await world.database.db
    .insertInto("used_captchas")
    .values({ challenge_hash: solved.hash, expires_at: solved.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (first.numInsertedOrUpdatedRows ?? 0n) > 0n ? null : refusal;
}
