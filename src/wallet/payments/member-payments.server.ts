import { isUuid } from "../../platform/uuid.ts";
import type { Member } from "../../accounts/member.ts";
import type { World } from "../../platform/world.ts";
import { dismiss, paymentOf } from "./queries.server.ts";
import { isOpen } from "./state.ts";
import { settle } from "./settle.server.ts";
import type { Sites } from "../wallets.server.ts";

/** Dismisses a decided payment ('Continue'), and the earlier ones of the same wallet. An open payment stays. */
export async function dismissPayment(world: World, member: Member, uuid: string): Promise<void> {
  if (!isUuid(uuid)) return;
  await dismiss(world.database.db, { uuid, accountId: member.accountId, now: world.now() });
}

/**
 * Cancels an order of the member that the bank never answered, so that nobody has its link. If the bank took it all the
 * same and money comes, it is credited where it fits. Other payments stay unchanged.
 */
export async function withdrawPayment(world: World, sites: Sites, member: Member, uuid: string): Promise<void> {
  const payment = isUuid(uuid) ? await paymentOf(world.database.db, uuid) : undefined;
  if (payment?.account_id !== member.accountId || payment.status !== "INIT" || payment.link !== null) return;
  await settle(world, sites, uuid, { readings: null, ours: "WITHDRAWN" });
  await dismissPayment(world, member, uuid);
}

/** The bank's page of an open payment of this member, or null. */
export async function bankPageOf(world: World, member: Member, uuid: string): Promise<string | null> {
  const payment = isUuid(uuid) ? await paymentOf(world.database.db, uuid) : undefined;
  return payment?.account_id === member.accountId && isOpen(payment.status) ? payment.link : null;
}
