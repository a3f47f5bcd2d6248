import { sql } from "kysely";
import type { World } from "../platform/world.ts";

const SWEPT_AT_ONCE = 20;

/**
 * Takes a solved challenge, once: "ok", or "refused" where it is absent, wrong, altered, expired or used before, on whichever
 * node. One insert decides between two that bring the same challenge at the same time (providers.md, 3).
 */
export async function verifyCaptcha(world: World, payload: string | undefined): Promise<"ok" | "refused"> {
  const solved = await world.gateways.captcha.check(payload ?? "");
  if (solved === "refused") return "refused";
  const { rows } = await sql`
    with swept as (
      delete from used_captchas where challenge_hash in (
        select challenge_hash from used_captchas where expires_at <= ${world.now()}
        limit ${SWEPT_AT_ONCE} for update skip locked
      )
    )
    insert into used_captchas (challenge_hash, expires_at) values (${solved.hash}, ${solved.expiresAt})
    on conflict (challenge_hash) do nothing
    returning challenge_hash`.execute(world.database.db);
  return rows.length === 1 ? "ok" : "refused";
}
