import { sql } from "kysely";
import { hit } from "../../platform/http/limits.server.ts";
import type { World } from "../../platform/world.ts";
import { tooMany, type Refusal } from "../contract.ts";
import type { Visit } from "../visit.server.ts";

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

/** What a place may send without script, where nobody can work for it: enough for a household, not for a machine. */
const WITHOUT_SCRIPT = [
  { limit: 5, seconds: 3600 },
  { limit: 15, seconds: 86_400 },
];
/** And all places together: machines that lie about it from everywhere meet this one. */
const WITHOUT_SCRIPT_ANYWHERE = [{ limit: 200, seconds: 3600 }];

/** Null where the visit carries a solved challenge that nobody used before; it is used up by this. */
export async function captchaRefusal(world: World, visit: Visit): Promise<Refusal | null> {
  if (visit.captcha === null && visit.isWithoutScript === true) return withoutScriptRefusal(world, visit);
  const isSolved = visit.captcha !== null && (await verifyCaptcha(world, visit.captcha)) === "ok";
  return isSolved ? null : { kind: "bad_request", error: "members_captcha_wrong" };
}

async function withoutScriptRefusal(world: World, { client }: Visit): Promise<Refusal | null> {
  const { db } = world.database;
  const here = await hit(world, db, ["without script", client.block], WITHOUT_SCRIPT);
  const counted = here.isAllowed ? await hit(world, db, ["without script anywhere"], WITHOUT_SCRIPT_ANYWHERE) : here;
  if (counted.isAllowed) return null;
  return tooMany(counted).refusal;
}
