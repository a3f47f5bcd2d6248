import { decimalOfMinor } from "../../../platform/decimal.ts";

const TIMEOUT_MS = 20_000;
/** A temporary refusal is repeated at this interval, with the same key. */
const AGAIN_MS = 2_000;
const AGAIN_MAX_MS = 5_000;
/** After this time an order that nobody took to the bank has expired. */
const GIVE_UP_MS = 900_000;

export type BankOrder = {
  minor: bigint;
  siteId: number;
  returnUrl: string;
  handle: string;
  /** The idempotency key: repeated calls with it order once. */
  key: string;
};

/**
 * Orders a payment. Repeats the call with the same key while the outcome is unknown, and returns the first definite
 * answer. Rejects if the network fails or `stop` is aborted.
 */
export async function orderAtBank(order: BankOrder, stop: AbortSignal): Promise<Response> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    const answer = await ask(order, stop);
    if (answer !== null && answer.status !== 503) return answer;
    if (performance.now() > until) throw new Error("the bank has not answered");
    await pause(retryMs(answer), stop);
  }
}

/** Null if no answer came in time. */
async function ask({ minor, siteId, returnUrl, handle, key }: BankOrder, stop: AbortSignal): Promise<Response | null> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch("/api/transaction/init", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      signal: AbortSignal.any([stop, timeout]),
      body: JSON.stringify({
        provider: "instant_transfer",
        return_url: returnUrl,
        from: "web",
        site_id: siteId,
        product: { type: "cashless", amount: Number(decimalOfMinor(minor)), currency: "EUR" },
        data: { site_id: siteId, pin_code: handle },
      }),
    });
  } catch (error) {
    if (timeout.aborted && !stop.aborted) return null;
    throw error;
  }
}

function retryMs(answer: Response | null): number {
  const seconds = Number(answer?.headers.get("Retry-After"));
  return seconds > 0 ? Math.min(seconds * 1000, AGAIN_MAX_MS) : AGAIN_MS;
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      reject(new Error("stopped"));
    };
    stop.addEventListener("abort", end, { once: true });
  });
}
