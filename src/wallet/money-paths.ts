import * as paths from "../venues/paths.ts";
import { pathTest } from "../platform/path-test.ts";

/**
 * Payments, cash moved by the floor, and webhooks. They use the reserved connections, so other requests cannot delay
 * them.
 */
const MONEY = /^\/(api\/transaction\/|api\/floor\/wallets\/|webhooks\/)/;
const isWallet = pathTest(paths.wallet);

/** True for a path that uses the database connections reserved for payments. */
export function isMoneyPath(path: string): boolean {
  return MONEY.test(path) || isWallet(path);
}
