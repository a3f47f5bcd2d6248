/**
 * Payments, cash moved by the floor, and webhooks. They use the reserved connections, so other requests cannot delay
 * them.
 */
const MONEY = /^\/(api\/transaction\/|api\/floor\/wallets\/|webhooks\/|portefeuille\/?$)/;

/** True for a path that uses the database connections reserved for payments. */
export function isMoneyPath(path: string): boolean {
  return MONEY.test(path);
}
