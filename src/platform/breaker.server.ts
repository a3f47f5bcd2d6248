const FAILURES_MAX = 5;
const OPEN_MS = 30_000;

/** The call was not made, because the service failed too often recently. The outcome is known: nothing happened. */
export class BreakerOpen extends Error {
  override name = "BreakerOpen";
}

export type Breaker = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * A circuit breaker for a service that does not answer. After five failures in a row it rejects all calls for 30 seconds, then lets
 * one call through. A refusal returned by the service is an answer, not a failure.
 */
export function openBreaker(now: () => Date, service: string): Breaker {
  let failures = 0;
  let openUntil = 0;
  return async (call) => {
    if (now().getTime() < openUntil) throw new BreakerOpen(`${service} failed too often; calls are paused`);
    // While the trial call is running, other calls are still rejected.
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
