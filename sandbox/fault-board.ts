import { faultOrder, PROVIDERS, type Fault, type Provider } from "./faults.ts";

/**
 * What the board's form asks for: a service whose window is lit again is mended, and one whose fault, delay (in
 * seconds) or count is another than now is broken. A number that cannot be read is as if it were not given.
 */
export function boardOrders(form: Record<string, string>, standing: Fault[]): { broken: Fault[]; mended: Provider[] } {
  const broken: Fault[] = [];
  const mended: Provider[] = [];
  for (const provider of PROVIDERS) {
    const now = standing.find((fault) => fault.provider === provider);
    const wanted = wantedFault(form, provider);
    if (wanted === null && now !== undefined && form[`mode-${provider}`] === "lit") mended.push(provider);
    if (wanted !== null && !isSame(wanted, now)) broken.push(wanted);
  }
  return { broken, mended };
}

function wantedFault(form: Record<string, string>, provider: Provider): Fault | null {
  const delay = Number((form[`delay-${provider}`] ?? "").replace(",", "."));
  const count = Number(form[`count-${provider}`] ?? "");
  const order = faultOrder.safeParse({
    provider,
    mode: form[`mode-${provider}`],
    ...(Number.isFinite(delay) && delay > 0 ? { delay_ms: Math.min(Math.round(delay * 1000), 600_000) } : {}),
    ...(Number.isInteger(count) && count > 0 ? { count: Math.min(count, 1_000_000) } : {}),
  });
  return order.success ? order.data : null;
}

function isSame(one: Fault, other: Fault | undefined): boolean {
  return one.mode === other?.mode && one.delay_ms === other.delay_ms && one.count === other.count;
}
