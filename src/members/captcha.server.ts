import { sql } from "kysely";
import type { World } from "../platform/world.ts";
import type { Refusal } from "./contract.ts";
import type { Visit } from "./visit.server.ts";

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

/** Null where the visit carries a solved challenge that nobody used before; it is used up by this. */
export async function captchaRefusal(world: World, { captcha }: Visit): Promise<Refusal | null> {
  const isSolved = captcha !== null && (await verifyCaptcha(world, captcha)) === "ok";
  return isSolved ? null : { status: 400, error: "members_captcha_wrong" };
}
