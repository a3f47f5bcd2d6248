import { post } from "../../ledger/posting.server.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { countMovement, type Movement } from "../../protection/vigilance/movements.server.ts";
import type { Sites } from "../wallets.server.ts";
import type { Payment } from "./queries.server.ts";

/** Posts between internal accounts, which have no limits, so a refusal is a bug. */
export async function postOrThrow(
  world: World,
  tx: Transaction,
  entry: {
    key: string;
    kind: string;
    payment: Pick<Payment, "uuid" | "currency">;
    from: string;
    to: string;
    amount: bigint;
  },
): Promise<void> {
  const { key, kind, payment, from, to, amount } = entry;
  const posted = await post(tx, [
    {
      key,
      kind,
      asset: payment.currency,
      at: world.now(),
      details: { payment: payment.uuid },
      legs: [
        { account: from, amount: -amount },
        { account: to, amount },
      ],
    },
  ]);
  if ("refusal" in posted) throw new Error(`The posting ${key} was refused`);
}

/** Counts money of a payment as a movement of its member. */
export async function countForVigilance(
  world: World,
  tx: Transaction,
  sites: Sites,
  { membership_id: membershipId, site_id: siteId, currency }: Pick<Payment, "membership_id" | "site_id" | "currency">,
  moved: Pick<Movement, "kind" | "minor" | "key">,
): Promise<void> {
  const venue = sites.bySite(siteId);
  if (venue !== undefined) await countMovement(world, tx, venue, { membershipId, currency, ...moved });
}
