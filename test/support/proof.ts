/** `npm run proof` takes the time that it needs; `npm test` has a quarter of an hour for everything. */
export const IS_PROOF = process.env["PROOF"] !== undefined;

/** How many cases, steps or callers: some in `npm test`, as many as it takes by `npm run proof`. */
export function amount({ test, proof }: { test: number; proof: number }): number {
  return IS_PROOF ? proof : test;
}
