/** True under `npm run proof`, which takes as long as it needs. */
export const IS_PROOF = process.env["PROOF"] !== undefined;

/** How many cases, steps or callers a test uses: fewer in `npm test`, more in `npm run proof`. */
export function amount({ test, proof }: { test: number; proof: number }): number {
  return IS_PROOF ? proof : test;
}
