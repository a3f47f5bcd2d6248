import * as paths from "../venues/paths.ts";
import type { SessionAnswer } from "./session-view.ts";

type Asking = { baizeSession?: Promise<SessionAnswer> | undefined };

/** Asks who is logged in before React runs, unless React asked first. `takeAskedSession` takes the answer once. */
export function askSession(): void {
  if ("baizeSession" in window) return;
  (window as Asking).baizeSession = fetch(paths.session, { headers: { Accept: "application/json" } }).then(
    (answer) => answer.json() as Promise<SessionAnswer>,
  );
  (window as Asking).baizeSession?.catch(() => undefined);
}

/** The answer of `askSession`; null where it was not called or failed. */
export async function takeAskedSession(): Promise<SessionAnswer | null> {
  const asked = (window as Asking).baizeSession;
  (window as Asking).baizeSession = undefined;
  return asked === undefined ? null : asked.catch(() => null);
}
