import type { EnrollmentsTable } from "../../../db/tables.ts";

/** The statuses of an enrollment and what follows from each. Browser-safe. */
export type EnrollmentStatus = EnrollmentsTable["status"];

/**
 * Which status may follow which. `move` obeys it; only the erasure of an account cancels an enrollment in any status. STARTED and OK
 * lead to ERROR when the provider or one of our checks rejects. If the rejection is the first event to arrive, the enrollment passes
 * through the statuses before it, as with an approval.
 */
const TRANSITIONS: Record<EnrollmentStatus, readonly EnrollmentStatus[]> = {
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

/** Error codes of the API. The last three belong to the person, not to the document, so there is no second try. */
export const ERRORS = {
  document: "CHECK_DOCUMENT_ERROR",
  identity: "CHECK_IDENTITY_ERROR",
  age: "CHECK_AGE_ERROR",
  barred: "CHECK_BARRED_ERROR",
  alreadyMember: "USER_ALREADY_PPLUS",
} as const;
const FINAL_ERRORS: readonly string[] = [ERRORS.age, ERRORS.barred, ERRORS.alreadyMember];

export const CHECKS_TOTAL = 6;

const AT_PROVIDER: readonly EnrollmentStatus[] = ["NEW", "OPENED", "STARTED", "OK"];
/** Those that end unfinished when their time is over, or where staff end them. */
export const UNFINISHED: readonly EnrollmentStatus[] = [...AT_PROVIDER, "READY"];
const HAS_CARD_NUMBER: readonly EnrollmentStatus[] = [
  "READY",
  "VALIDATED",
  "CREATION_IN_PROGRESS",
  "CREATION_ERROR",
  "LINKED",
  "COMPLETED",
];

/**
 * The statuses from `from` (excluded) to `to` (included). Late or reordered events make up for missed ones. Null if there is no
 * way, as for every backward move.
 */
export function statusesBetween(from: EnrollmentStatus, to: EnrollmentStatus): EnrollmentStatus[] | null {
  if (TRANSITIONS[from].includes(to)) return [to];
  const at = AT_PROVIDER.indexOf(from);
  const next = at === -1 ? undefined : AT_PROVIDER[at + 1];
  if (next === undefined || (to !== "ERROR" && AT_PROVIDER.indexOf(to) <= at)) return null;
  const rest = statusesBetween(next, to);
  return rest === null ? null : [next, ...rest];
}

/** True while the identity provider may still move the enrollment. */
export function isAtProvider(status: EnrollmentStatus): boolean {
  return AT_PROVIDER.includes(status);
}

/** True if a new attempt may be started. */
export function mayRestart(status: EnrollmentStatus, error: string | null): boolean {
  return status === "CANCELED" || (status === "ERROR" && !(error !== null && FINAL_ERRORS.includes(error)));
}

/** True if the profile summary counts the person as a member of the programme. */
export function countsAsMember(status: EnrollmentStatus): boolean {
  return HAS_CARD_NUMBER.includes(status) && status !== "LINKED";
}

/** How often a page polls in this status, in milliseconds; null if it does not. The caller adds jitter. */
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
