import { pino, type Logger } from "pino";

export type Log = Logger;

/**
 * Structured log lines on standard output. Callers log route templates, never addresses with values (T7);
 * the fields below are struck out even where somebody forgets.
 */
export function openLog(level: string = process.env["LOG_LEVEL"] ?? "info"): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
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
    },
  });
}
