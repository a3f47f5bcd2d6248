import { EventEmitter } from "node:events";
import { pino, type DestinationStream, type Logger } from "pino";

/** `isWritten` is false while what was logged last could not be written (F24); a log of another make does not say. */
export type Log = Logger & { isWritten?: () => boolean };

/** So much waits in memory while the lines cannot be written; what comes then is lost, and nothing else. */
const WAITING_MAX = 1 << 20;

/**
 * Structured log lines on standard output. Callers log route templates, never addresses with values (T7);
 * the fields below are struck out even where somebody forgets, and of errors only what says where it failed (T45).
 */
export function openLog(
  level: string = process.env["LOG_LEVEL"] ?? "info",
  destination: DestinationStream = pino.destination({ dest: 1, maxLength: WAITING_MAX }),
): Log {
  const redact = {
    paths: [
      "authorization",
      "cookie",
      "password",
      "token",
      "pin",
      "*.authorization",
      "*.cookie",
      "*.password",
      "*.token",
      "*.pin",
    ],
    censor: "[struck]",
  };
  const timestamp = pino.stdTimeFunctions.isoTime;
  const log = pino({ level, base: null, timestamp, redact, serializers: { err: failureOf } }, destination);
  return Object.assign(log, { isWritten: watched(destination) });
}

/** Keeps a full disk under the log from ending the process, and says whether the last line was written. */
function watched(destination: DestinationStream): () => boolean {
  let isWritten = true;
  if (destination instanceof EventEmitter) {
    destination.on("error", () => (isWritten = false));
    destination.on("write", () => (isWritten = true));
  }
  return () => isWritten;
}

const CAUSES_MAX = 5;

/**
 * What is told of an error: its kind, words, code, place and causes. Libraries hang more onto theirs, such as a statement's
 * parameters or the row that a constraint refused, and that is somebody's name or address.
 */
function failureOf(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  const code: unknown = "code" in error ? error.code : undefined;
  return {
    type: name,
    message,
    stack,
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    ...(cause === undefined || depth >= CAUSES_MAX ? {} : { cause: failureOf(cause, depth + 1) }),
  };
}
