import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";

export type WalletsTable = {
  membership_id: string;
  site_id: number;
  status: "OPENED" | "CLOSED";
  limit_minor: bigint;
  opened_at: Date;
};

export type PinsTable = {
  membership_id: string;
  salt: Uint8Array;
  pin_hash: Uint8Array;
  attempts: ColumnType<number, number | undefined, number>;
  set_at: Date;
};

export type PinKeysTable = { generation: number; sealed_key: Uint8Array; created_at: Date };

export type PinChallengesTable = {
  challenge_hash: Uint8Array;
  session_id: string;
  expires_at: Date;
  used_at: Date | null;
};

export type WalletUnlocksTable = {
  handle_hash: Uint8Array;
  session_id: string;
  membership_id: string;
  site_id: number;
  last_used_at: Date;
};

export type WalletReturnsTable = {
  token_hash: Uint8Array;
  session_id: string;
  membership_id: string;
  site_id: number;
  payment_uuid: string;
  expires_at: Date;
};

export type PaymentsTable = {
  uuid: string;
  account_id: string;
  membership_id: string;
  site_id: number;
  amount_minor: bigint;
  currency: "EUR";
  return_url: string;
  status: "INIT" | "PENDING_PAYMENT" | "PAID" | "CANCELLED" | "ERROR";
  transaction_status: "PENDING" | "SUCCESS" | "FAILED" | "REFUNDED";
  error: string | null;
  is_reserved: boolean;
  link: string | null;
  starting_until: Date | null;
  is_unsure: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
  paid_at: Date | null;
  next_check_at: Date | null;
  dismissed_at: Date | null;
  unsettled_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type PaymentFactsTable = {
  payment_uuid: string;
  name: PaymentsTable["status"] | "EXPIRED" | "GIVEN_UP" | "CLAIMED" | "DENIED" | "PAID_OTHER" | "WITHDRAWN";
  learnt_at: Date;
};

export type PaymentSessionsTable = {
  session_id: string;
  /** Null for money of a payment that only the bank knows. */
  payment_uuid: string | null;
  seen_at: Date;
  failing_since: Date | null;
  received_minor: bigint | null;
  outcome: "held" | "credited" | "refund_due" | "refunded" | null;
  refund_id: string | null;
  /** A reason code, such as AMOUNT_MISMATCH. */
  refund_reason: string | null;
  refund_attempts: Generated<number>;
  refund_next_at: Date | null;
  /** When the bank reported a return that our ledger did not know. */
  refund_seen_at: Date | null;
  /** The bank's reference and the payer's name, for a session without a payment. */
  reference: ColumnType<string | null, string | null | undefined, never>;
  payer_name: ColumnType<string | null, string | null | undefined, never>;
};

export type BankNoticesTable = {
  id: GeneratedAlways<bigint>;
  session_id: string | null;
  status: string | null;
  fact: PaymentsTable["status"] | null;
  state: string | null;
  poison: "TOO_LARGE" | "GARBLED" | null;
  body_hash: Uint8Array;
  deliveries: Generated<number>;
  received_at: Date;
  last_received_at: Date;
};

export type PaymentCasesTable = {
  id: GeneratedAlways<bigint>;
  payment_uuid: string | null;
  session_id: string | null;
  notice_id: ColumnType<bigint | null, bigint | null | undefined, never>;
  reason:
    | "CONTESTED"
    | "AMOUNT_UNKNOWN"
    | "PAYER_MISMATCH"
    | "REFUND_REFUSED"
    | "UNKNOWN_PAYMENT"
    | "POISON_NOTICE"
    | "UNSETTLED"
    | "SENT_BACK";
  opened_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  decision: "credit" | "refund" | "noted" | null;
};

export type AmlDaysTable = {
  membership_id: string;
  site_id: number;
  /** ISO date. */
  gaming_day: string;
  total_minor: bigint;
  alerted_at: Date | null;
};

export type PaymentOrdersTable = {
  id: string;
  payment_uuid: string | null;
  case_id: bigint | null;
  site_id: number;
  decision: "credit" | "refund";
  asked_at: Date;
  asked_by: string;
  asked_session: string;
  asked_issuer: string | null;
  asked_issuers: JSONColumnType<string[]>;
  ended_at: Date | null;
  ended_by: string | null;
  ended_session: string | null;
  verdict: "approved" | "rejected" | "withdrawn" | null;
};
