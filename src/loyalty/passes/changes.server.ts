import { sql } from "kysely";
import type { PassesTable } from "../../../db/tables.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";

export const PASS_QUEUE = "loyalty.pass-update";
/** About two days of attempts, so that an outage over a weekend loses no update. */
const ATTEMPTS = { retryLimit: 50, retryDelaySeconds: 30 } as const;

/** `edition` is the instant of the change in epoch milliseconds; version 1.0.0 orders without it. */
export type PassOrder = { serial: string; edition?: number };

/**
 * Updates the active pass of a membership, or of the number reserved for its card, when the card changes: a temporary card becomes the
 * member's, a replaced card gets its new number. Serial and token stay. Wallets are notified after the transaction commits.
 */
export async function putCardOnPassOf(
  world: World,
  tx: Transaction,
  { membershipId, cardNumber }: { membershipId: string; cardNumber: string },
): Promise<void> {
  const moved = change(world, tx, { card_number: cardNumber, membership_id: membershipId })
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("membership_id", "=", membershipId), where("card_number", "=", cardNumber)]));
  await tell(world, tx, moved);
}

/** Updates a pass whose holder asks for it with another card. */
export async function putCardOnPass(
  world: World,
  tx: Transaction,
  serial: string,
  { membershipId, cardNumber }: { membershipId: string | null; cardNumber: string },
): Promise<void> {
  const card = { card_number: cardNumber, membership_id: membershipId };
  await tell(world, tx, change(world, tx, card).where("serial", "=", serial));
}

/** Updates the pass when the balance or the gifts that it shows change. */
export function updatePassOf(world: World, tx: Transaction, membershipId: string): Promise<void> {
  return updatePassesOf(world, tx, [membershipId]);
}

/** The same for several members at once. */
export async function updatePassesOf(world: World, tx: Transaction, membershipIds: readonly string[]): Promise<void> {
  const renewed = change(world, tx, {})
    .where("revoked_at", "is", null)
    .where(sql<boolean>`membership_id = any(${membershipIds}::text[])`);
  await tell(world, tx, renewed);
}

/**
 * Restores the pass that ended last with a membership, when staff reactivate the membership, with the card in force; unless its holder has
 * another active one.
 */
export async function restorePass(
  world: World,
  tx: Transaction,
  { membershipId, cardNumber }: { membershipId: string; cardNumber: string },
): Promise<void> {
  const restored = change(world, tx, { revoked_at: null, card_number: cardNumber })
    .where("serial", "=", (of) =>
      of
        .selectFrom("passes as ended")
        .select("ended.serial")
        .where("ended.membership_id", "=", membershipId)
        .where("ended.revoked_at", "is not", null)
        .orderBy("ended.revoked_at", "desc")
        .limit(1),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("passes as living")
            .select("living.serial")
            .whereRef("living.account_id", "=", "passes.account_id")
            .where("living.revoked_at", "is", null),
        ),
      ),
    )
    .where("account_id", "is not", null);
  await tell(world, tx, restored);
}

/** Revokes a pass: it turns grey on the phone and no longer holds a code. */
export async function revokePass(
  world: World,
  tx: Transaction,
  of: { cardNumber: string } | { membershipId: string } | { accountId: string },
): Promise<void> {
  const revoked = change(world, tx, { revoked_at: world.now() }).where("revoked_at", "is", null);
  if ("cardNumber" in of) return tell(world, tx, revoked.where("card_number", "=", of.cardNumber));
  if ("membershipId" in of) return tell(world, tx, revoked.where("membership_id", "=", of.membershipId));
  return tell(world, tx, revoked.where("account_id", "=", of.accountId));
}

/** A change of passes, which gives them a new edition. HTTP compares whole seconds, so two changes of a pass never share one. */
function change(world: World, tx: Transaction, columns: Partial<PassesTable>) {
  const edition = sql<Date>`greatest(
    date_trunc('second', ${world.now()}::timestamptz), date_trunc('second', passes.updated_at) + interval '1 second')`;
  return tx.updateTable("passes").set({ ...columns, updated_at: edition });
}

/** Carries a change out, and orders that wallets are told of every pass that it meets. */
async function tell(world: World, tx: Transaction, changes: ReturnType<typeof change>): Promise<void> {
  for (const { serial, updated_at: at } of await changes.returning(["serial", "updated_at"]).execute())
    await world.jobs.send(tx, PASS_QUEUE, { serial, edition: at.getTime() } satisfies PassOrder, ATTEMPTS);
}
