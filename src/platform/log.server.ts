import { pino, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

/**
 * Structured log lines on standard output. Callers log route templates, never addresses with values (T7);
 * the fields below are struck out even where somebody forgets, and of errors only what says where it failed (T45).
 */
export function openLog(
  level: string = process.env["LOG_LEVEL"] ?? "info",
  destination: DestinationStream = pino.destination(1),
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
  return pino({ level, base: null, timestamp, redact, serializers: { err: failureOf } }, destination);
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
