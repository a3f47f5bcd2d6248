import { sql } from "kysely";
import { hit } from "../../platform/http/counted-limits.server.ts";
import type { World } from "../../platform/world.ts";
import { tooMany, type Refusal } from "../contract.ts";
import type { Visit } from "../visit.server.ts";

const SWEPT_AT_ONCE = 20;

/**
 * Uses a solved challenge up. "refused" where it is missing, wrong, altered, expired or already used on any node. A unique insert
 * decides between two calls that bring the same challenge at once.
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

/** Limits of one network without script, where no proof of work is possible: enough for a household, too few for a machine. */
const WITHOUT_SCRIPT = [
  { limit: 5, seconds: 3600 },
  { limit: 15, seconds: 86_400 },
];
/** The limit of all networks together, against a distributed machine that pretends to have no script. */
const WITHOUT_SCRIPT_ANYWHERE = [{ limit: 200, seconds: 3600 }];

/** Null where the visit carries a solved, unused challenge, which is used up. */
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
