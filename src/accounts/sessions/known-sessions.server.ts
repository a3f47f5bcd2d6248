import { openNotifiedCache } from "../../platform/database/notified-cache.server.ts";
import type { World } from "../../platform/world.ts";
import { sessionOfToken } from "./sessions.server.ts";

/** Where the database tells of every account of which a session ended, or which lost the right to one (0006-accounts.sql). */
const CHANNEL = "enrollment_polls";

/** Whose a token is, for calls that come every other second: read once, and refused at once when its session ends (S1). */
export async function openKnownSessions(world: World) {
  const memory = await openNotifiedCache<{ accountId: string }>(world, CHANNEL);

  async function load(token: string) {
    const session = await sessionOfToken(world, token);
    if (session === null) return null;
    const { accountId } = session.member;
    return { value: { accountId }, about: accountId, until: session.until };
  }
  return {
    /** The account of a living session; null where there is none. */
    async accountOf(token: string): Promise<string | null> {
      return (memory.kept(token) ?? (await memory.read(token, () => load(token))))?.accountId ?? null;
    },
    close: memory.close,
  };
}
