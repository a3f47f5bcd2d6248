import type { ColumnType } from "kysely";

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
