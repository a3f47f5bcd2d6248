import { openNotifiedCache } from "../../platform/database/notified-cache.server.ts";
import type { World } from "../../platform/world.ts";
import { sessionOfToken } from "./sessions.server.ts";

/** The channel on which the database announces accounts whose session ended or whose rights changed (0006-accounts.sql). */
const CHANNEL = "enrollment_polls";

/** Caches the account of a session's token, for calls that come every few seconds. A session that ends is forgotten at once. */
export async function openKnownSessions(world: World) {
  const memory = await openNotifiedCache<{ accountId: string }>(world, CHANNEL);

  async function load(token: string) {
    const session = await sessionOfToken(world, token);
    if (session === null) return null;
    const { accountId } = session.member;
    return { value: { accountId }, about: accountId, until: session.until };
  }
  return {
    /** The account of a valid session, or null. */
    async accountOf(token: string): Promise<string | null> {
      return (memory.kept(token) ?? (await memory.read(token, () => load(token))))?.accountId ?? null;
    },
    close: memory.close,
  };
}
