import type { Purpose } from "../cryptography.server.ts";

/** A column of encrypted values, and what they are encrypted for. */
export type EncryptedColumn = { table: string; column: string; purpose: Purpose };

/** Every column of encrypted values, for the rotation of the secrets. A test finds those that are missing here. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: "mails", column: "sealed_content", purpose: "mail" },
  { table: "mail_requests", column: "sealed_order", purpose: "mail" },
  { table: "one_time_tokens", column: "sealed_payload", purpose: "social-identity" },
  { table: "idempotency_keys", column: "sealed_answer", purpose: "answer" },
  { table: "social_identities", column: "sealed_refresh_token", purpose: "provider-token" },
  { table: "enrollment_attempts", column: "sealed_link", purpose: "identity-link" },
  { table: "passes", column: "sealed_token", purpose: "pass-token" },
  { table: "pin_keys", column: "sealed_key", purpose: "pin-key" },
];
