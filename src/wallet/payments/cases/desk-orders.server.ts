import { audit } from "../../../staff/audit.server.ts";
import type { Desk, Operator } from "../../../staff/operator.ts";
import { countAsOnePerson } from "../../../staff/second-person.ts";
import type { Transaction } from "../../../platform/database/database.server.ts";
import type { World } from "../../../platform/world.ts";
import type { Venue } from "../../../venues/venue.ts";
import { insertOrder, type PaymentOrder } from "./order-queries.server.ts";

export type PaymentRefusal =
  | "forbidden"
  | "unknown"
  | "not_this_decision"
  | "order_open"
  | "same_person"
  | "not_credited"
  | "money_spent"
  | "batch_changed";
export type Done = { ok: true } | { refusal: PaymentRefusal };
export const DONE: Done = { ok: true };
export const FORBIDDEN: Done = { refusal: "forbidden" };
export const UNKNOWN: Done = { refusal: "unknown" };

type About = Pick<PaymentOrder, "payment_uuid" | "case_id" | "decision">;

/**
 * Records a request to move money, which another person has to approve. `details` are for the trail. Refuses
 * "order_open" if one about the same money is open.
 */
export async function askForApproval(
  world: World,
  tx: Transaction,
  { operator, venue }: Desk<Venue>,
  about: About,
  details: object = {},
): Promise<{ id: string } | { refusal: PaymentRefusal }> {
  const id = world.uuid();
  const isNew = await insertOrder(tx, {
    id,
    ...about,
    site_id: venue.siteId,
    asked_at: world.now(),
    asked_by: operator.name,
    asked_session: operator.sessionId,
    asked_issuer: operator.issuedBy,
    asked_issuers: JSON.stringify(operator.issuers),
  });
  if (!isNew) return { refusal: "order_open" };
  await audit(world, tx, operator, {
    projectId: venue.projectId,
    action: "payment.ask",
    subject: subjectOf(about.payment_uuid, about.case_id, id),
    before: null,
    after: { order: id, decision: about.decision, ...details },
  });
  return { id };
}

/** True for a request about payments that the bank confirms, which concerns neither one payment nor a case. */
export function isBatch({ payment_uuid: uuid, case_id: id }: Pick<PaymentOrder, "payment_uuid" | "case_id">): boolean {
  return uuid === null && id === null;
}

type Asked = Pick<PaymentOrder, "asked_by" | "asked_session"> & { asked_issuers: string[] };

/** True if the order was asked by this operator, or by somebody linked through tickets. */
export function isOwnOrder(
  { asked_by: name, asked_session, asked_issuers: issuers }: Asked,
  operator: Operator,
): boolean {
  return asked_session === operator.sessionId || countAsOnePerson({ name, issuers }, operator);
}

/** What an action is about, for the trail: a payment, a case without one, or a batch by its request. */
export function subjectOf(uuid: string | null, caseId: bigint | null, orderId = ""): string {
  if (uuid !== null) return `payment:${uuid}`;
  return caseId === null ? `batch:${orderId}` : `case:${caseId}`;
}
