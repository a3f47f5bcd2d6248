import type { PaymentFact } from "../platform/gateways.ts";

/**
 * What Fintecture's words of a session mean here (providers.md, 6). Only payment_created is guaranteed; what failed by "unsuccessful",
 * "expired" or "error" may still turn, unless the session's phase says that it will not.
 */
const FACTS: Record<string, PaymentFact> = {
  provider_required: "INIT",
  payment_created: "PAID",
  payment_cancelled: "CANCELLED",
  payment_expired: "CANCELLED",
  payment_unsuccessful: "ERROR",
  payment_error: "ERROR",
};

/** Words that we do not know yet are no reason to give a payment up. */
export function factOfStatus(status: string): PaymentFact {
  return FACTS[status] ?? "PENDING_PAYMENT";
}
