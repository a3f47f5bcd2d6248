import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** The header in which a proxy hands on the id that it gave a request, and in which every answer carries it. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** What proxies and tracers write: UUIDs, hexadecimal and base64url numbers. Nothing that could break a log line or a header. */
const WELL_FORMED = /^[\w.-]{8,128}$/;

const current = new AsyncLocalStorage<string>();

/** The id of a request: the one that a trusted proxy gave it, if it is well formed, otherwise a new one. */
export function requestIdFrom(given: string | string[] | undefined, isFromProxy: boolean): string {
  return isFromProxy && typeof given === "string" && WELL_FORMED.test(given) ? given : randomUUID();
}

/** Runs the work of a request. Log lines that are written meanwhile carry its id. */
export function withRequestId<Result>(id: string, work: () => Result): Result {
  return current.run(id, work);
}

/** The id of the request that is being answered; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
