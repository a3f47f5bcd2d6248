import { expect } from "vitest";
import type { EnrollmentStatus } from "../../src/loyalty/enrollment/statuses.ts";
import type { IdentityState } from "../../src/platform/gateways/identity.ts";
import type { standingClock } from "../support/clock.ts";
import type { Enrolling } from "./enrolled.ts";
import type { TestApp } from "../support/test-app.ts";

/** The allowed transitions of an enrollment, written here once more and apart from the code under test. */
export const GRAPH: Record<EnrollmentStatus, EnrollmentStatus[]> = {
  NEW: ["OPENED", "CANCELED"],
  OPENED: ["STARTED", "CANCELED"],
  STARTED: ["OK", "ERROR", "CANCELED"],
  OK: ["READY", "LINKED", "ERROR", "DISABLED", "CANCELED"],
  READY: ["VALIDATED", "CANCELED"],
  VALIDATED: ["CREATION_IN_PROGRESS"],
  CREATION_IN_PROGRESS: ["COMPLETED", "CREATION_ERROR"],
  CREATION_ERROR: ["CREATION_IN_PROGRESS"],
  LINKED: ["COMPLETED"],
  COMPLETED: [],
  CANCELED: ["NEW"],
  ERROR: ["NEW"],
  DISABLED: [],
};
export const STATUSES = Object.keys(GRAPH) as EnrollmentStatus[];

/** Events that can happen to an enrollment, in any order and any number of times. */
export const PROVIDER = [
  "created",
  "opened",
  "checking1",
  "checking3",
  "approved",
  "rejected",
  "refused",
  "expired",
] as const;
export const EVENTS = [...PROVIDER, "stale", "duplicate", "forged", "begin", "down", "entrance"] as const;
export type Event = (typeof EVENTS)[number];

type Play = { token: string; person: object; verification: string; ended: string | null };
type EnrollmentAnswer = Awaited<ReturnType<Enrolling["enrollment"]>>;

/**
 * Runs sequences of events on enrollments of different people. After each event it checks that only allowed
 * transitions were taken, that stale or forged notices changed nothing, that progress never falls within an attempt,
 * and that a card number exists exactly where the status demands one.
 */
export function walkingAt(app: TestApp, at: Enrolling, clock: ReturnType<typeof standingClock>) {
  const { gateways, jobs, database } = app.world;
  let count = 0;

  async function newcomer() {
    count += 1;
    const letters = String(count).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "a");
    const person = { lastname: `Modele${letters}`, firstname: "Ida", birthday: "1985-03-09" };
    return { token: await at.person(`model-${count}@example.org`, person), person };
  }

  const stateOf = (event: (typeof PROVIDER)[number], person: object): IdentityState => {
    if (event === "checking1" || event === "checking3") return { status: "checking", done: Number(event.at(-1)) };
    return event === "approved" ? at.approved(person) : { status: event };
  };

  type Newcomer = Awaited<ReturnType<typeof newcomer>>;

  /**
   * Starts a second attempt for a person and applies `events` to it. Returns everything that later events can depend
   * on.
   */
  async function walk(events: readonly Event[], { token, person }: Newcomer): Promise<string> {
    expect((await at.begin(token)).status).toBe(200);
    clock.advance(9 * 3_600_000);
    await at.begin(token);
    const play: Play = { token, person, verification: at.last(), ended: null };
    let before = await at.enrollment(token);
    for (const event of events) {
      const begun = await happen(event, play);
      if (begun !== null) [play.ended, play.verification] = [play.verification, begun];
      const after = await at.enrollment(token);
      check(event, before, after, begun !== null);
      before = after;
    }
    return situation(before, play);
  }

  /** Returns the verification that the event started, or null. */
  async function happen(event: Event, { token, person, verification, ended }: Play): Promise<string | null> {
    switch (event) {
      case "begin": {
        await at.begin(token);
        return at.last() === verification ? null : at.last();
      }
      case "stale":
        if (ended === null) return null;
        await at.says(at.approved(person), ended);
        return null;
      case "duplicate":
        await at.notify(verification, `evt_same_${verification}`);
        await at.notify(verification, `evt_same_${verification}`);
        await jobs.runAll();
        return null;
      case "forged": {
        const body = JSON.stringify({ id: "evt_forged", verification });
        const headers = { "cko-signature": "1:1:forged" };
        const answer = await app.send("localhost:3000", "/webhooks/ubble", { method: "POST", headers, body });
        expect(answer.status).toBe(401);
        return null;
      }
      case "down":
        gateways.down.add("identity");
        await at.notify(verification);
        await jobs.runAll();
        gateways.down.delete("identity");
        jobs.waiting.length = 0;
        return null;
      case "entrance": {
        const { card_id: card } = await at.enrollment(token);
        if (card !== null)
          await at.entrance({ event_id: `model ${card} ${Math.random()}`, card_id: card, identity_checked: true });
        await jobs.runAll();
        return null;
      }
      default:
        await at.says(stateOf(event, person), verification);
        return null;
    }
  }

  const isReachable = (from: EnrollmentStatus, to: EnrollmentStatus, seen = new Set<EnrollmentStatus>()): boolean =>
    from === to || GRAPH[from].some((next) => !seen.has(next) && isReachable(next, to, seen.add(next)));

  function check(event: Event, before: EnrollmentAnswer, after: EnrollmentAnswer, hasBegun: boolean): void {
    const [from, to] = [before.status as EnrollmentStatus, after.status as EnrollmentStatus];
    expect(STATUSES).toContain(to);
    expect(isReachable(from, to)).toBe(true);
    if (from !== to && ["ERROR", "CANCELED"].includes(from)) expect(event).toBe("begin");
    if (["duplicate", "forged", "stale", "down"].includes(event)) expect(to).toBe(from);
    const { done, total } = after.progression_detail;
    expect(done).toBeLessThanOrEqual(total);
    if (!hasBegun && event !== "begin") expect(done).toBeGreaterThanOrEqual(before.progression_detail.done);
    const hasCard = ["READY", "VALIDATED", "CREATION_IN_PROGRESS", "CREATION_ERROR", "LINKED", "COMPLETED"].includes(
      to,
    );
    if (to !== "DISABLED") expect(after.card_id !== null).toBe(hasCard);
    if (before.card_id !== null && hasCard) expect(after.card_id).toBe(before.card_id);
  }

  /**
   * Everything that can influence later events: the enrollment's row and whether an attempt is open. How an earlier
   * attempt ended and what the provider said last have no influence.
   */
  async function situation({ id }: EnrollmentAnswer, { ended }: Play): Promise<string> {
    const { db } = database;
    const { status, error, checks_done, ...rest } = await db
      .selectFrom("enrollments")
      .select(["status", "error", "checks_done", "card_id", "person_hash", "document_hash", "claim"])
      .select(["membership_id", "expires_at", "validated_site_id"])
      .where("id", "=", String(id))
      .executeTakeFirstOrThrow();
    const attempts = await db
      .selectFrom("enrollment_attempts")
      .select(["closed_at", "document_type"])
      .where("enrollment_id", "=", String(id))
      .execute();
    const open = attempts.find((one) => one.closed_at === null);
    const given = Object.values(rest).map((value) => value !== null);
    return JSON.stringify([status, error, checks_done, given, attempts.length, open?.document_type, ended !== null]);
  }

  /**
   * Deletes the enrollment of a person without a card, so that they can start again. This is faster than making a new
   * person.
   */
  async function forget(token: string): Promise<void> {
    const { id } = await at.enrollment(token);
    const { db } = database;
    if (id === null) return;
    await db.deleteFrom("exclusion_verdicts").where("enrollment_id", "=", id).execute();
    await db.deleteFrom("enrollment_attempts").where("enrollment_id", "=", id).execute();
    await db.deleteFrom("enrollments").where("id", "=", id).execute();
  }

  return { walk, newcomer, forget };
}
