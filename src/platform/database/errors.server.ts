import { codeOf, hasCode } from "../error-code.ts";
import { SILENT } from "./postgres.server.ts";

/** PostgreSQL's codes for a serialization failure and a deadlock. */
const COLLISIONS = ["40001", "40P01"];

/**
 * Lost connections (08), shutting down or not up yet (57P01 to 57P03), out of resources (53), and the limits of
 * time: a statement (57014), a lock (55P03), a transaction that stood idle (25P03).
 */
const UNAVAILABLE_CODES = /^(08|57P0[123]|53|57014|55P03|25P03)/;
const NETWORK_ERRORS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);
const UNAVAILABLE_MESSAGES = new RegExp(
  `^(${SILENT}|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|The embedded database (is closed|failed))`,
);

/** True for a transaction that lost against concurrent ones. It was rolled back, and the caller may try again. */
export function isCollision(error: unknown): boolean {
  return COLLISIONS.includes(codeOf(error) ?? "");
}

/** True for errors that mean "the database cannot answer now": unreachable, full, or slower than its limits. The answer is 503, not 500. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (UNAVAILABLE_CODES.test(code) || NETWORK_ERRORS.has(code))) return true;
  return error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message);
}

/** True for errors after which nothing was done and a retry may succeed: the database is unreachable, or the transaction lost. */
export function isTransient(error: unknown): boolean {
  return isUnavailable(error) || isCollision(error);
}

/** True for the error of a unique index: another row with the same key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, "23505");
}
