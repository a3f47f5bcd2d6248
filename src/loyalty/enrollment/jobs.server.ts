import { inTransaction } from "../../platform/database/database.server.ts";
import type { Jobs } from "../../platform/jobs.server.ts";
import { startRecurringJob } from "../../platform/recurring-jobs.server.ts";
import type { World } from "../../platform/world.ts";
import { CARD_QUEUE, completeLinked, createCard, orderCard } from "./card.server.ts";
import { checkPerson } from "./checks.server.ts";
import { move } from "./moves.server.ts";
import { attemptsToReread, expiredAt, lockEnrollment, openAttempt, waitingSince } from "./queries.server.ts";
import { applyIdentityEvent, IDENTITY_EVENT_QUEUE, requeueEvents } from "./identity-events.server.ts";
import { CHECKS_QUEUE, PURGE_QUEUE, refreshAttempt } from "./identity-progress.server.ts";

const SWEEP_QUEUE = "loyalty.enrollment-sweep";
const EVERY_MS = 30_000;
const STUCK_MS = 45_000;
const LONG_MS = 10 * 60_000;
/** Long enough to read that an existing card was found. */
const LINKED_MS = 30_000;
const AT_ONCE = 100;

/** Registers the enrollment jobs on this node. Call it before the first request. */
export async function startEnrollmentJobs(world: World, jobs: Pick<Jobs, "work">): Promise<void> {
  await jobs.work<{ eventId: string }>(IDENTITY_EVENT_QUEUE, async (batch) => {
    for (const { data } of batch) await applyIdentityEvent(world, data.eventId);
  });
  await jobs.work<{ attemptId: string }>(CHECKS_QUEUE, async (batch) => {
    for (const { data } of batch) await checkPerson(world, data.attemptId);
  });
  await jobs.work<{ verificationId: string }>(PURGE_QUEUE, async (batch) => {
    for (const { data } of batch) await world.gateways.identity?.purge(data.verificationId);
  });
  await jobs.work<{ enrollmentId: string }>(CARD_QUEUE, async (batch) => {
    for (const { data } of batch) await createCard(world, data.enrollmentId);
  });
  const next = () => new Date(world.now().getTime() + EVERY_MS);
  await startRecurringJob(world, jobs, SWEEP_QUEUE, { next, isDueAtStart: true }, () => sweepEnrollments(world));
}

/**
 * Finds what got stuck: expired enrollments, lost webhooks and jobs, and verifications of which the provider may know more.
 * Running it again changes nothing.
 */
async function sweepEnrollments(world: World): Promise<void> {
  const { db } = world.database;
  const ago = (ms: number) => new Date(world.now().getTime() - ms);
  for (const { id } of await expiredAt(db, world.now(), AT_ONCE)) await expire(world, id);
  await requeueEvents(world, ago(STUCK_MS));
  for (const { id } of await waitingSince(db, ["OK"], ago(STUCK_MS), AT_ONCE)) await orderChecksAgain(world, id);
  const inCreation = ["VALIDATED", "CREATION_IN_PROGRESS", "CREATION_ERROR"] as const;
  for (const { id } of await waitingSince(db, [...inCreation], ago(STUCK_MS), AT_ONCE))
    await inTransaction(world.database, (tx) => orderCard(world, tx, id));
  for (const { id } of await waitingSince(db, ["LINKED"], ago(LINKED_MS), AT_ONCE)) await completeLinked(world, id);
  await rereadStuck(world, ago(STUCK_MS), ago(LONG_MS));
}

/** Stops at the first failure: a provider that is unavailable is not asked again in the same sweep. */
async function rereadStuck(world: World, before: Date, longBefore: Date): Promise<void> {
  const due = await attemptsToReread(world.database.db, { before, longBefore, now: world.now() }, AT_ONCE);
  for (const { id } of due) {
    try {
      await refreshAttempt(world, id);
    } catch (error) {
      world.log.warn({ err: error }, "cannot reread stuck enrollments");
      return;
    }
  }
}

async function expire(world: World, id: string): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    const enrollment = await lockEnrollment(tx, id);
    const isOver = enrollment.expires_at !== null && enrollment.expires_at <= world.now();
    if (isOver) await move(world, tx, enrollment, "CANCELED");
  });
}

async function orderChecksAgain(world: World, id: string): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    const attempt = await openAttempt(tx, id);
    if (attempt !== undefined)
      await world.jobs.send(tx, CHECKS_QUEUE, { attemptId: attempt.id }, { singletonKey: attempt.id });
  });
}
