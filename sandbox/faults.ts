import { z } from "zod";

export const PROVIDERS = [
  "mail",
  "sms",
  "google",
  "apple",
  "facebook",
  "identity",
  "bank",
  "exclusions",
  "wallets",
] as const;
export const MODES = ["down", "slow", "drop", "duplicate", "reorder"] as const;
/** What meets the answers of the bank, which sends notices too; and what meets those notices. */
export const ANSWER_MODES = ["down", "slow"] as const;
export const NOTICE_MODES = ["slow", "drop", "duplicate", "reorder"] as const;
export type Provider = (typeof PROVIDERS)[number];

const SLOW_MS = 10_000;

/** What `POST /api/faults` takes. Without `count` a fault stays until it is replaced or all are deleted. */
export const faultOrder = z.object({
  provider: z.enum(PROVIDERS),
  mode: z.enum(MODES),
  count: z.coerce.number().int().min(1).max(1_000_000).optional(),
  delay_ms: z.coerce.number().int().min(0).max(600_000).default(SLOW_MS),
});
export type Fault = z.output<typeof faultOrder>;

/**
 * What is wrong with a provider, one fault each:
 * - down: it refuses (503, or 421 over SMTP) and does nothing;
 * - slow: it does its work at once and answers `delay_ms` late;
 * - drop: the connection is cut and nothing is done;
 * - duplicate: a message arrives twice;
 * - reorder: a message arrives after the next one, or `delay_ms` later when there is none.
 * The last two mean nothing to a provider that only answers.
 * The bank both answers and sends notices: down meets its answers, drop, duplicate and reorder its notices, slow both.
 */
export type Faults = ReturnType<typeof openFaults>;

export function openFaults() {
  const standing = new Map<Provider, Fault>();

  return {
    set: (fault: Fault) => void standing.set(fault.provider, { ...fault }),
    clear: () => standing.clear(),
    list: () => [...standing.values()],
    /** The fault that meets this call; each call uses one of its `count`. Of other modes than `modes` it is none of this call's. */
    take(provider: Provider, modes: readonly Fault["mode"][] = MODES): Fault | undefined {
      const standingFault = standing.get(provider);
      const fault = standingFault !== undefined && modes.includes(standingFault.mode) ? standingFault : undefined;
      if (fault?.count === undefined) return fault;
      const left = fault.count - 1;
      if (left === 0) standing.delete(provider);
      else standing.set(provider, { ...fault, count: left });
      return fault;
    },
  };
}
