const FAILURES_MAX = 5;
const OPEN_MS = 30_000;

/** Nothing was asked: the service has failed too often just now. The outcome is not unknown, there is none. */
export class BreakerOpen extends Error {
  override name = "BreakerOpen";
}

export type Breaker = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Spares a service that does not answer (F21): after five failures in a row it is left alone for half a minute, then one call tries
 * it again. A refusal that the service returns is an answer, not a failure.
 */
export function openBreaker(now: () => Date, service: string): Breaker {
  let failures = 0;
  let openUntil = 0;
  return async (call) => {
    if (now().getTime() < openUntil) throw new BreakerOpen(`${service} is left alone for a moment`);
    // While the one call is out that tries again, others still find it open.
    if (failures >= FAILURES_MAX) openUntil = now().getTime() + OPEN_MS;
    try {
      const answer = await call();
      failures = 0;
      openUntil = 0;
      return answer;
    } catch (error) {
      failures += 1;
      if (failures >= FAILURES_MAX) openUntil = now().getTime() + OPEN_MS;
      throw error;
    }
  };
}
