/**
 * Payments, everything that the casino floor does, and webhooks. They use the reserved connections, so other requests
 * cannot delay them.
 */
const MONEY = /^\/(api\/transaction\/|api\/floor\/|webhooks\/|portefeuille\/?$)/;

/** True for a path that uses the database connections reserved for payments. */
export function isMoneyPath(path: string): boolean {
  return MONEY.test(path);
}
