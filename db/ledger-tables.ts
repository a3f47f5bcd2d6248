import type { ColumnType, GeneratedAlways, JSONColumnType } from "kysely";

/** Written and read as PostgreSQL's text form, such as {[1,4),[6,7)}. */
type RangesText = ColumnType<string, string, never>;

export type LedgerAccountsTable = {
  id: GeneratedAlways<bigint>;
  name: string;
  asset: string;
  kind: "customer" | "house";
  /** Null for accounts of the group (kind "house"). */
  balance_minor: bigint | null;
  floor_minor: bigint | null;
  limit_minor: bigint | null;
  opened_at: Date;
};

export type LedgerEntriesTable = {
  id: GeneratedAlways<bigint>;
  key: string;
  kind: string;
  asset: string;
  details: JSONColumnType<Record<string, unknown>>;
  leg_count: number;
  posted_at: Date;
};

export type LedgerLegsTable = {
  entry_id: bigint;
  account_id: bigint;
  amount_minor: bigint;
  /** Null for accounts of the group (kind "house"). */
  balance_minor: bigint | null;
};

export type LedgerUnsealedTable = {
  entry_id: bigint;
};

export type LedgerSealsTable = {
  no: bigint;
  entries: RangesText;
  entry_count: number;
  previous_hash: Uint8Array;
  hash: Uint8Array;
  sealed_at: Date;
};

export type LedgerHouseTotalsTable = {
  account_id: bigint;
  balance_minor: bigint;
};

export type LoyaltyLotsTable = {
  entry_id: bigint;
  membership_id: string;
  earned_minor: bigint;
  left_minor: bigint;
  expires_at: Date;
};
