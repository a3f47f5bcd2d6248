/** Payments, what the floor loads and spends, and what providers tell us: never kept waiting by what else is asked (F25). */
const MONEY = /^\/(api\/transaction\/|api\/floor\/wallets\/|webhooks\/|portefeuille\/?$)/;

/** True for a path whose answer takes the connections that are kept for money. */
export function isMoneyPath(path: string): boolean {
  return MONEY.test(path);
}
