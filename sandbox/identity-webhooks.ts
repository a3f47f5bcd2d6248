import { createPrivateKey, sign } from "node:crypto";
import type { Fault } from "./faults.ts";
import type { Verification } from "./ubble.ts";
import { answerTo, openWebhookFaults, type Deliver } from "./webhooks.ts";

/** The types of webhooks, by the status that they tell. */
const KINDS: Record<string, string> = {
  pending: "identity_verification_pending",
  capture_in_progress: "identity_verification_capture_in_progress",
  checks_in_progress: "identity_verification_checks_in_progress",
  approved: "identity_verification_checks_completed",
  declined: "identity_verification_checks_completed",
  refused: "identity_verification_capture_refused",
  expired: "identity_verification_expired",
};

type Options = {
  /** PKCS 8 in PEM. */
  signingKey: string;
  deliver: Deliver;
  newId: () => string;
  answered: (one: Verification, answer: { status: number; ms: number }) => void;
  now: () => Date;
};

/** Sends the site a signed webhook at every step of a verification, under the provider's faults. */
export function openIdentityWebhooks({ signingKey, deliver, newId, answered, now }: Options) {
  const key = createPrivateKey(signingKey);
  const underFault = openWebhookFaults();
  return (one: Verification, fault: Fault | undefined): Promise<void> => {
    const body = JSON.stringify(webhookOf(one, `evt_${newId()}`, now()));
    return underFault(fault, async () => {
      const time = String(Math.floor(now().getTime() / 1000));
      const signed = sign("sha512", Buffer.from(`${time}:${body}`), key).toString("base64");
      const headers = { "content-type": "application/json", "cko-signature": `${time}:1:${signed}` };
      answered(one, await answerTo(deliver, one.webhookUrl, { headers, body }));
    });
  };
}

/** The body of a webhook: ids and the status, no personal data. */
function webhookOf(one: Verification, id: string, at: Date): object {
  return {
    id,
    type: KINDS[one.status] ?? "identity_verification_checks_inconclusive",
    version: "1.2.0",
    created_on: at.toISOString(),
    data: {
      applicant_id: one.applicantId,
      identity_verification_id: one.id,
      status: one.status,
      response_codes: one.status === "approved" ? [{ code: 10000, summary: "approved" }] : [],
    },
  };
}
