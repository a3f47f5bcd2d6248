import type { Member } from "../members/member.ts";
import type { World } from "../platform/world.ts";
import { dismiss, pendingOf } from "./payment-queries.server.ts";
import type { PaymentStatus } from "./payment-state.ts";

/** A payment as the page shows it (section 3, "Transactions"): until the member has read how it went. */
export type PendingPayment = {
  uuid: string;
  siteId: number;
  amountMinor: bigint;
  status: PaymentStatus;
  link: string | null;
  transactionsSuccess: boolean;
  error: string | null;
  startedAt: Date;
};

/**
 * The member's payments that are under way or whose outcome they have not read, the newest first. They are the server's, so that any device
 * and any venue's host goes on where another stopped (G139).
 */
export async function pendingPayments(world: World, member: Member): Promise<PendingPayment[]> {
  const rows = await pendingOf(world.database.db, member.accountId);
  return rows.map((row) => ({
    uuid: row.uuid,
    siteId: row.site_id,
    amountMinor: row.amount_minor,
    status: row.status,
    link: row.status === "INIT" ? row.link : null,
    transactionsSuccess: row.transaction_status === "SUCCESS",
    error: row.error,
    startedAt: row.created_at,
  }));
}

/** 'Continue' (section 4): the member has read how a payment went. One that is still under way stays. */
export async function dismissPayment(world: World, member: Member, uuid: string): Promise<void> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) return;
  await dismiss(world.database.db, { uuid, accountId: member.accountId, now: world.now() });
}
