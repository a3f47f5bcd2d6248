import { EventEmitter } from "node:events";
import { currentRequestId } from "./request-id.server.ts";
import { pino, type DestinationStream, type Logger } from "pino";

/** `isWritten` is false while the last lines could not be written. It is absent for loggers that do not know. */
export type Log = Logger & { isWritten?: () => boolean };

/** How many bytes wait in memory while lines cannot be written. Beyond that, log lines are lost. */
const WAITING_MAX = 1 << 20;

/**
 * Structured log lines on standard output. Callers log route templates, never addresses with values, because addresses may hold tokens
 * and PINs. A line that is written for a request carries its id as `request`. The fields below are redacted in case somebody forgets; of errors only harmless fields are logged.
 */
export function openLog(
  level = "info",
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
  const mixin = () => {
    const request = currentRequestId();
    return request === undefined ? {} : { request };
  };
  const log = pino({ level, base: null, timestamp, redact, mixin, serializers: { err: failureOf } }, destination);
  return Object.assign(log, { isWritten: watched(destination) });
}

/** Keeps a full disk from ending the process, and tells whether the last line was written. */
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
 * The fields of an error that are logged: type, message, code, stack and causes. Libraries add others, such as a statement's parameters
 * or the row that a constraint refused, which may hold names and addresses.
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
