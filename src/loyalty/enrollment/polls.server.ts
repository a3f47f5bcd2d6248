import { presentedToken, sessionOfToken } from "../../accounts/sessions/sessions.server.ts";
import { openNotifiedCache } from "../../platform/database/notified-cache.server.ts";
import { tagOf } from "../../platform/http/entity-tag.ts";
import type { World } from "../../platform/world.ts";
import { enrollmentView } from "./enrollment-view.server.ts";

/** Its name is older than its use: sessions are announced on it too (known-sessions.server.ts). */
const CHANNEL = "enrollment_polls";

type PollAnswer = { body: string; etag: string };
export type EnrollmentPolls = Awaited<ReturnType<typeof openEnrollmentPolls>>;

/**
 * Caches the answers of GET /users/enrollment per session, so that an unchanged poll needs no database query. Triggers
 * (0006-accounts.sql) notify every change that could make one wrong: of the enrollment, the person's data, or the session.
 */
export async function openEnrollmentPolls(world: World) {
  const answers = await openNotifiedCache<PollAnswer>(world, CHANNEL);

  async function load(token: string) {
    const session = await sessionOfToken(world, token);
    if (session === null) return null;
    const { member, until } = session;
    const body = JSON.stringify({ data: { data: await enrollmentView(world.database.db, member) } });
    const etag = `"${tagOf(body)}"`;
    return { value: { body, etag }, about: member.accountId, until };
  }

  return {
    /** The answer to this request's member; null if nobody is logged in. */
    async answer(request: Request): Promise<PollAnswer | null> {
      const presented = presentedToken(request);
      if (presented === null) return null;
      const { value: token } = presented;
      return answers.kept(token) ?? answers.read(token, () => load(token));
    },
    close: answers.close,
  };
}
