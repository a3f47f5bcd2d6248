import type { Scope } from "./contract.ts";

/** The scope of each call, by its method and the path under /api/floor. */
const CALLS: readonly [Scope, RegExp][] = [
  ["look-ups", /^GET \/cards\/[^/]+$/],
  ["reception", /^PUT \/cards\/[^/]+$|^POST \/cards\/[^/]+\/replacements$|^PUT \/members\/[^/]+\/pin$/],
  ["machines", /^POST \/cards\/[^/]+\/(insertions|ejections)$/],
  ["entrance", /^POST \/entrances$/],
  ["loyalty", /^POST \/(spendings|earnings(\/[^/]+\/reversals)?)$/],
  ["gifts", /^POST \/gifts\//],
  ["wallets", /^POST \/wallets\//],
  ["jackpots", /^(POST|PUT) \/jackpots(\/MEGAPOT)?$/],
];

/** The scope that a call needs; null for a call that does not exist. */
export function scopeOf(method: string, path: string): Scope | null {
  const call = `${method === "HEAD" ? "GET" : method} ${path}`;
  return CALLS.find(([, pattern]) => pattern.test(call))?.[0] ?? null;
}
