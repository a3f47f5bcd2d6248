import * as paths from "../../venues/paths.ts";
import type { OpenView } from "../open-view.server.ts";
import type { CashlessView } from "../view.server.ts";

/** What the wallet route answers: the current state of the popup. */
export type WalletAnswer = {
  view: CashlessView;
  /** The unlocked wallet, or null if it is locked. */
  open: OpenView | null;
  /** Why it is locked again. */
  alert: string | null;
  /** The new handle after a return from the bank, to be kept in memory only; null if the page has its own. */
  unlock: string | null;
};

/** After this many milliseconds the call fails and the visitor is told. */
const TIMEOUT_MS = 10_000;

/** Nobody is logged in any more. The popup's address leads to the log-in and back. */
export class SessionEnded extends Error {
  override name = "SessionEnded";
}

/**
 * Loads the wallet by a POST that no router caches. Throws `SessionEnded` when logged out, and another error without an
 * answer.
 */
export async function askWallet(fields: Record<string, string>): Promise<WalletAnswer> {
  const answer = await post(fields, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (answer.type === "opaqueredirect") throw new SessionEnded();
  if (!answer.ok) throw new Error(`the wallet answered ${answer.status}`);
  return (await answer.json()) as WalletAnswer;
}

/** Ends a handle on the server, even while the page is being left. */
export function sendForget(handle: string): void {
  post({ do: "forget", unlock: handle }, { keepalive: true }).catch(() => undefined);
}

function post(fields: Record<string, string>, init: RequestInit): Promise<Response> {
  return fetch(paths.wallet, { method: "POST", body: new URLSearchParams(fields), redirect: "manual", ...init });
}

/** The text of a refusal, or of the first of several; null if there is none. */
export function refusalWords(error: unknown): string | null {
  if (typeof error === "string") return error === "" ? null : error;
  const [first] = Array.isArray(error) ? (error as unknown[]) : [];
  if (typeof first !== "object" || first === null || !("message" in first)) return null;
  return typeof first.message === "string" ? first.message : null;
}
