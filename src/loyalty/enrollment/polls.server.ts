import { createHash } from "node:crypto";
import { presentedToken, sessionOfToken } from "../../accounts/sessions/sessions.server.ts";
import { openNotifiedCache } from "../../platform/database/notified-cache.server.ts";
import type { World } from "../../platform/world.ts";
import { enrollmentView } from "./enrollment.server.ts";

const CHANNEL = "enrollment_polls";

type PollAnswer = { body: string; etag: string };
export type EnrollmentPolls = Awaited<ReturnType<typeof openEnrollmentPolls>>;

/**
 * The answers of GET /users/enrollment, remembered per session so that an unchanged poll asks the database nothing (G91). The database
 * itself tells of every change that could make one wrong (0006-accounts.sql): of the dossier, the person's words, or the session.
 */
export async function openEnrollmentPolls(world: World) {
  const answers = await openNotifiedCache<PollAnswer>(world, CHANNEL);

  async function load(token: string) {
    const session = await sessionOfToken(world, token);
    if (session === null) return null;
    const { member, until } = session;
    const body = JSON.stringify({ data: { data: await enrollmentView(world.database.db, member) } });
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    return { value: { body, etag }, about: member.accountId, until };
  }

  return {
    /** What this request's member would be told now; null where nobody is logged in. */
    async answer(request: Request): Promise<PollAnswer | null> {
      const presented = presentedToken(request);
      if (presented === null) return null;
      const { value: token } = presented;
      return answers.kept(token) ?? answers.read(token, () => load(token));
    },
    close: answers.close,
  };
}
