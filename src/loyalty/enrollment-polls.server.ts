import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { presentedToken, sessionOfToken } from "../members/sessions.server.ts";
import { tokenHash } from "../platform/sealing.server.ts";
import type { World } from "../platform/world.ts";
import { enrollmentView } from "./enrollment.server.ts";

const CHANNEL = "enrollment_polls";
/** How many sessions' answers are remembered, and for how long at most: a lost notice cannot mislead for ever. */
const REMEMBERED = 20_000;
const AGE_MS = 10 * 60_000;

export type PollAnswer = { body: string; etag: string };
type Kept = PollAnswer & { accountId: string; until: number };
export type EnrollmentPolls = Awaited<ReturnType<typeof openEnrollmentPolls>>;

/**
 * The answers of GET /users/enrollment, remembered per session so that an unchanged poll asks the database nothing (G91). The database
 * itself tells of every change that could make one wrong (0006-enrollment.sql): of the dossier, the person's words, or the session.
 */
export async function openEnrollmentPolls(world: World) {
  const answers = new LRUCache<string, Kept>({ max: REMEMBERED });
  const ofAccount = new Map<string, Set<string>>();
  /** What was told while answers were being read. */
  const reading = new Set<Set<string>>();

  const stop = await world.database.listen(
    CHANNEL,
    (accountId) => {
      for (const told of reading) told.add(accountId);
      for (const key of ofAccount.get(accountId) ?? []) answers.delete(key);
      ofAccount.delete(accountId);
    },
    () => {
      // What was said while nobody listened is lost.
      for (const told of reading) told.add(EVERYBODY);
      answers.clear();
      ofAccount.clear();
    },
  );

  function keep(key: string, kept: Kept): void {
    // Sessions that the memory let go of leave their names behind; it starts over before they grow into a leak.
    if (ofAccount.size > REMEMBERED * 2) {
      answers.clear();
      ofAccount.clear();
    }
    answers.set(key, kept);
    const keys = ofAccount.get(kept.accountId) ?? new Set();
    ofAccount.set(kept.accountId, keys.add(key));
  }

  async function read(key: string, token: string): Promise<PollAnswer | null> {
    const told = new Set<string>();
    reading.add(told);
    try {
      const session = await sessionOfToken(world, token);
      if (session === null) return null;
      const { member, until } = session;
      const body = JSON.stringify({ data: { data: await enrollmentView(world.database.db, member) } });
      const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
      if (!told.has(member.accountId) && !told.has(EVERYBODY)) {
        const age = world.now().getTime() + AGE_MS;
        keep(key, { body, etag, accountId: member.accountId, until: Math.min(age, until.getTime()) });
      }
      return { body, etag };
    } finally {
      reading.delete(told);
    }
  }

  function keptFor(key: string): Kept | null {
    const kept = answers.get(key);
    return kept !== undefined && kept.until > world.now().getTime() ? kept : null;
  }

  return {
    /** What is remembered for a session's token; null where nothing is. */
    kept: (token: string): PollAnswer | null => keptFor(keyOf(token)),
    /** What this request's member would be told now; null where nobody is logged in. */
    async answer(request: Request): Promise<PollAnswer | null> {
      const presented = presentedToken(request);
      if (presented === null) return null;
      const key = keyOf(presented.value);
      return keptFor(key) ?? read(key, presented.value);
    },
    close: stop,
  };
}

const EVERYBODY = "*";

function keyOf(token: string): string {
  return Buffer.from(tokenHash(token)).toString("base64url");
}
