import { inTransaction } from "../platform/database/database.server.ts";
import { hit } from "../platform/http/counted-limits.server.ts";
import type { World } from "../platform/world.ts";
import type { Member } from "../accounts/member.ts";
import { memberOfToken, openSession, type NewSession } from "../accounts/sessions/sessions.server.ts";
import type { Visit } from "../accounts/visit.server.ts";

/** The app asks once for each log-in; the limit stops anything else. */
const HAND_OFFS = [{ limit: 30, seconds: 3_600 }];
const TOKEN = /^[\w-]{20,200}$/;

/** Opens a session for the app, never the browser's own. The member can end it in the list of sessions. Null where the limit is reached. */
export async function openAppSession(world: World, visit: Visit, member: Member): Promise<NewSession | null> {
  return inTransaction(world.database, async (tx) => {
    const counted = await hit(world, tx, ["native", member.accountId], HAND_OFFS);
    if (!counted.isAllowed) return null;
    return openSession(world, tx, member.accountId, { kind: "native", device: visit.device });
  });
}

/**
 * The other direction: the app has logged in and gives its token to the waiting page. Opens a session for the page's browser, for the
 * same account. Null for an invalid token.
 */
export async function openPageSession(world: World, visit: Visit, token: string): Promise<NewSession | null> {
  if (!TOKEN.test(token)) return null;
  const member = await memberOfToken(world, token);
  if (member === null) return null;
  return inTransaction(world.database, (tx) =>
    openSession(world, tx, member.accountId, { kind: "web", device: visit.device }),
  );
}
