import type { Transaction } from "../../platform/database/database.server.ts";
import { HOUR_MS } from "../../platform/durations.ts";
import type { World } from "../../platform/world.ts";
import { statusesBetween, type EnrollmentStatus } from "./statuses.ts";
import { changeEnrollment, closeOpenAttempt, type Enrollment } from "./queries.server.ts";
import { revokePass } from "../passes/changes.server.ts";

const LIFE_MS = 24 * HOUR_MS;

/**
 * Moves a locked enrollment along the state machine. A move that it does not allow changes nothing and is counted. A final status
 * closes the attempt, so that its later events change nothing. Returns the new enrollment, or null.
 */
export async function move(
  world: World,
  tx: Transaction,
  enrollment: Enrollment,
  to: EnrollmentStatus,
  change: Partial<Enrollment> = {},
): Promise<Enrollment | null> {
  const way = statusesBetween(enrollment.status, to);
  if (way === null) {
    world.metrics.count(`enrollment_moves_refused_total{to="${to}"}`);
    return null;
  }
  const at = world.now();
  const moved = { status: to, error: null, changed_at: at, ...atStatus(to, at), ...change };
  if (["ERROR", "CANCELED", "READY", "LINKED", "DISABLED"].includes(to))
    await closeOpenAttempt(tx, enrollment.id, to.toLowerCase(), at);
  await changeEnrollment(tx, enrollment.id, moved);
  // A void temporary card is also void in the phone's wallet.
  if (enrollment.card_id !== null && "card_id" in moved && moved.card_id === null)
    await revokePass(world, tx, { cardNumber: enrollment.card_id });
  world.metrics.count(`enrollment_moves_total{to="${to}"}`);
  return { ...enrollment, ...moved };
}

export function enrollmentExpiry(at: Date): Date {
  return new Date(at.getTime() + LIFE_MS);
}

/** The columns that a status sets, wherever it is reached from. */
function atStatus(to: EnrollmentStatus, at: Date): Partial<Enrollment> {
  switch (to) {
    case "NEW":
      return {
        checks_done: 0,
        card_id: null,
        person_hash: null,
        document_hash: null,
        expires_at: enrollmentExpiry(at),
      };
    case "CANCELED":
    case "ERROR":
      return { card_id: null, person_hash: null, document_hash: null, expires_at: null };
    case "VALIDATED":
    case "LINKED":
    case "DISABLED":
      return { expires_at: null };
    default:
      return {};
  }
}
