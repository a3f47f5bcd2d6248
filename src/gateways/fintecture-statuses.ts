import type { PaymentFact } from "../platform/gateways/bank.ts";

/**
 * Fintecture's session statuses as payment facts. Of these statuses, payment_created and payment_cancelled are final. A
 * session that is unsuccessful, expired or in error may still succeed, unless its phase is final.
 */
const FACTS = new Map<string, PaymentFact>([
  ["provider_required", "INIT"],
  ["payment_created", "PAID"],
  ["payment_cancelled", "CANCELLED"],
  ["payment_expired", "CANCELLED"],
  ["payment_unsuccessful", "ERROR"],
  ["payment_error", "ERROR"],
]);

/** Unknown statuses count as pending, so that a new status never gives up a payment. */
export function factOfStatus(status: string): PaymentFact {
  return FACTS.get(status) ?? "PENDING_PAYMENT";
}
