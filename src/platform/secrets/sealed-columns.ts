import type { Purpose } from "../sealing.server.ts";

/** A column of sealed values, and what they are sealed for. */
export type SealedColumn = { table: string; column: string; purpose: Purpose };

/** Every column of sealed values, for the rotation of the secrets. A test finds those that are missing here. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "mails", column: "sealed_content", purpose: "mail" },
  { table: "mail_requests", column: "sealed_order", purpose: "mail" },
  { table: "one_time_tokens", column: "sealed_payload", purpose: "social-identity" },
  { table: "idempotency_keys", column: "sealed_answer", purpose: "answer" },
  { table: "social_identities", column: "sealed_refresh_token", purpose: "provider-token" },
  { table: "enrollment_attempts", column: "sealed_link", purpose: "identity-link" },
  { table: "passes", column: "sealed_token", purpose: "pass-token" },
  { table: "pin_keys", column: "sealed_key", purpose: "pin-key" },
];
