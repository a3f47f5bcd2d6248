import type { EnrollmentsTable } from "../../../db/tables.ts";

/**
 * The life of a dossier as one table (G83, G85, G97): which status may follow which. Verbs ask it before every write and the
 * model-based test walks it; nothing else moves a dossier. Browser-safe.
 */
export type EnrollmentStatus = EnrollmentsTable["status"];

/**
 * What a provider or one of our own checks rejects is an ERROR from STARTED or OK; a rejection that comes first of all events passes
 * through the statuses before it, as an approval does.
 */
const EDGES: Record<EnrollmentStatus, readonly EnrollmentStatus[]> = {
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

/** Error codes on the wire (section 8). The last three belong to the person, not to the pictures: there is no second try (G93). */
export const ERRORS = {
  document: "CHECK_DOCUMENT_ERROR",
  identity: "CHECK_IDENTITY_ERROR",
  age: "CHECK_AGE_ERROR",
  barred: "CHECK_BARRED_ERROR",
  alreadyMember: "USER_ALREADY_PPLUS",
} as const;
const FINAL_ERRORS: readonly string[] = [ERRORS.age, ERRORS.barred, ERRORS.alreadyMember];

export const CHECKS_TOTAL = 6;

const JOURNEY: readonly EnrollmentStatus[] = ["NEW", "OPENED", "STARTED", "OK"];
const WITH_CARD: readonly EnrollmentStatus[] = [
  "READY",
  "VALIDATED",
  "CREATION_IN_PROGRESS",
  "CREATION_ERROR",
  "LINKED",
  "COMPLETED",
];

/**
 * The statuses from `from` to `to`, `to` included: what came late or out of order makes up for what was missed. Null where the table
 * knows no way, as for everything backward.
 */
export function wayBetween(from: EnrollmentStatus, to: EnrollmentStatus): EnrollmentStatus[] | null {
  if (EDGES[from].includes(to)) return [to];
  const at = JOURNEY.indexOf(from);
  const next = at === -1 ? undefined : JOURNEY[at + 1];
  if (next === undefined || (to !== "ERROR" && JOURNEY.indexOf(to) <= at)) return null;
  const rest = wayBetween(next, to);
  return rest === null ? null : [next, ...rest];
}

/** True while the identity provider may still move the dossier. */
export function isJourney(status: EnrollmentStatus): boolean {
  return JOURNEY.includes(status);
}

/** True where 'Recommencer' begins a new attempt (G83). */
export function mayRestart(status: EnrollmentStatus, error: string | null): boolean {
  return status === "CANCELED" || (status === "ERROR" && !(error !== null && FINAL_ERRORS.includes(error)));
}

/** True where the profile summary counts the person as a member of the programme (section 4). */
export function countsAsMember(status: EnrollmentStatus): boolean {
  return WITH_CARD.includes(status) && status !== "LINKED";
}

/** How often a page asks, in milliseconds (section 4, G91); null where it does not. Jitter is the caller's. */
export function pollEveryMs(status: EnrollmentStatus, isNative: boolean): number | null {
  switch (status) {
    case "NEW":
      return isNative ? 1_000 : null;
    case "OPENED":
    case "STARTED":
    case "OK":
    case "CREATION_ERROR":
      return 1_000;
    case "READY":
    case "VALIDATED":
    case "CREATION_IN_PROGRESS":
    case "LINKED":
      return 5_000;
    case "COMPLETED":
    case "CANCELED":
    case "ERROR":
    case "DISABLED":
      return null;
  }
}
