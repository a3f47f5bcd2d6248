import { createHash } from "node:crypto";

/** A leg with its entry, as stored; a seal hashes these values. Instants are microseconds since 1970. */
export type EntryRow = {
  id: bigint;
  key: string;
  kind: string;
  asset: string;
  details: string;
  leg_count: number;
  posted_us: bigint;
  account_id: bigint | null;
  amount_minor: bigint | null;
  balance_minor: bigint | null;
  account: string | null;
  account_kind: string | null;
  account_asset: string | null;
  opened_us: bigint | null;
};

export type SealHead = { no: bigint; ranges: string; entryCount: number; previousHash: Uint8Array; sealedUs: bigint };

export const HASH_BYTES = 32;

/**
 * The hash of a seal: SHA-256 over lines of JSON. The first line is the seal's own; then one line per leg, ordered by
 * entry and account. All values are written as text, so that no JSON reader loses a digit of a large number.
 */
export function sealHash(head: SealHead, rows: EntryRow[]): Uint8Array {
  const hash = createHash("sha256");
  const { no, ranges, entryCount, previousHash, sealedUs } = head;
  hash.update(lineOf([no, ranges, entryCount, Buffer.from(previousHash).toString("hex"), sealedUs]));
  for (const row of rows) hash.update(entryLine(row));
  return hash.digest();
}

function entryLine(row: EntryRow): string {
  return lineOf([
    row.id,
    row.key,
    row.kind,
    row.asset,
    row.details,
    row.leg_count,
    row.posted_us,
    row.account_id,
    row.amount_minor,
    row.balance_minor,
    row.account,
    row.account_kind,
    row.account_asset,
    row.opened_us,
  ]);
}

function lineOf(values: (string | number | bigint | null)[]): string {
  return `${JSON.stringify(values.map((value) => (value === null ? null : String(value))))}\n`;
}
