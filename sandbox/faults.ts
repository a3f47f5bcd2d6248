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
/** Faults that apply to the answers of the bank and of the identity check, and those that apply to their webhooks. */
export const ANSWER_MODES = ["down", "slow"] as const;
export const WEBHOOK_MODES = ["slow", "drop", "duplicate", "reorder"] as const;
export type Provider = (typeof PROVIDERS)[number];

const SLOW_MS = 10_000;

/** The body of `POST /api/faults`. Without `count` a fault stays until it is replaced or all are deleted. */
export const faultOrder = z.object({
  provider: z.enum(PROVIDERS),
  mode: z.enum(MODES),
  count: z.coerce.number().int().min(1).max(1_000_000).optional(),
  delay_ms: z.coerce.number().int().min(0).max(600_000).default(SLOW_MS),
});
export type Fault = z.output<typeof faultOrder>;

/**
 * The faults of the providers, at most one each:
 * - down: it refuses (503, or 421 over SMTP) and does nothing;
 * - slow: it does its work at once and answers `delay_ms` late;
 * - drop: it cuts the connection and does nothing;
 * - duplicate: a message arrives twice;
 * - reorder: a message arrives after the next one, or after `delay_ms` if there is none.
 *
 * The last two have no effect on a provider that only answers. The bank and the identity check answer and send webhooks: down applies
 * to their answers, drop, duplicate and reorder to their webhooks, slow to both. While the identity check is down, it sends none.
 */
export type Faults = ReturnType<typeof openFaults>;

/** The faults that have an effect on each provider. */
export const PROVIDER_MODES: Record<Provider, readonly Fault["mode"][]> = {
  mail: MODES,
  sms: MODES,
  google: ["down", "slow", "drop"],
  apple: ["down", "slow", "drop"],
  facebook: ["down", "slow", "drop"],
  identity: MODES,
  bank: MODES,
  exclusions: ["down", "slow", "drop"],
  wallets: ["down", "slow", "drop"],
};

/** `told` hears of each call that meets a fault. */
export function openFaults(told: (provider: Provider, mode: Fault["mode"]) => void = () => undefined) {
  const standing = new Map<Provider, Fault>();

  return {
    set: (fault: Fault) => void standing.set(fault.provider, { ...fault }),
    clear: () => standing.clear(),
    mend: (provider: Provider) => void standing.delete(provider),
    list: () => [...standing.values()],
    /** The fault that applies to this call, if its mode is one of `modes`. Each call uses up one of its `count`. */
    take(provider: Provider, modes: readonly Fault["mode"][] = MODES): Fault | undefined {
      const standingFault = standing.get(provider);
      const fault = standingFault !== undefined && modes.includes(standingFault.mode) ? standingFault : undefined;
      if (fault !== undefined) told(provider, fault.mode);
      if (fault?.count === undefined) return fault;
      const left = fault.count - 1;
      if (left === 0) standing.delete(provider);
      else standing.set(provider, { ...fault, count: left });
      return fault;
    },
  };
}
