import { createHash } from "node:crypto";
import type { Member } from "../accounts/member.ts";
import { updatePassOf } from "../loyalty/passes/changes.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import { openNotifiedCache, type Read } from "../platform/database/notified-cache.server.ts";
import { isSameSecret, keyedHashes } from "../platform/cryptography.server.ts";
import type { World } from "../platform/world.ts";
import { giftStates, type Holder } from "./queries.server.ts";

const CHANNEL = "gifts";
/** The period by which a ticket's expiry is rounded. A page that stays open longer reloads and gets a new ticket. */
const TICKET_MS = 600_000;

/**
 * Versions of holders' gifts, for the poll of an open gifts page. A version is a hash of codes and statuses. It is read once and
 * cached in memory until NOTIFY says that a gift changed, or until the clock changes a status. An unchanged poll needs no SQL.
 */
export type GiftVersions = Awaited<ReturnType<typeof openGiftVersions>>;

type Column = "account_id" | "membership_id";

/** Opens this node's cache of versions. */
export async function openGiftVersions(world: World) {
  const cache = await openNotifiedCache<{ version: string }>(world, CHANNEL);
  async function versionOf(column: Column, id: string): Promise<string> {
    const known = cache.kept(id) ?? (await cache.read(id, () => read(world, column, id)));
    return known?.version ?? "";
  }
  return { versionOf: (holder: Holder) => versionBy(holder, versionOf), close: cache.close };
}

/** The version as read from the database now. Pages use it, because they are rendered from the same rows. */
export function versionNow(world: World, holder: Holder): Promise<string> {
  return versionBy(holder, async (column, id) => (await read(world, column, id)).value.version);
}

async function versionBy(
  { accountId, membershipId }: Holder,
  versionOf: (column: Column, id: string) => Promise<string>,
): Promise<string> {
  const own = await versionOf("account_id", accountId);
  return membershipId === null ? own : `${own}${await versionOf("membership_id", membershipId)}`;
}

/** Notifies every node and the pass in the holder's phone, when the transaction commits, that a holder's gifts have changed. */
export async function notifyGiftsChanged(
  world: World,
  tx: Transaction,
  holder: { membership_id: string | null; account_id: string | null },
): Promise<void> {
  if (holder.membership_id !== null) await updatePassOf(world, tx, holder.membership_id);
  await world.database.notify(tx, CHANNEL, holder.membership_id ?? holder.account_id ?? "");
}

/**
 * A signed ticket with which a page can ask for the version without a session look-up. It names the holder and an expiry 10 to 20
 * minutes ahead, and opens nothing else. It stays the same for ten minutes, so that the page's bytes do too.
 */
export function giftsTicket(world: Pick<World, "now" | "secrets">, member: Member): string {
  const until = (Math.floor(world.now().getTime() / TICKET_MS) + 2) * TICKET_MS;
  const parts = [member.accountId, member.playersPlusId ?? "", until.toString(36)];
  return [...parts, signatures(world, parts)[0]].join(".");
}

/** The ticket's holder; null if it has expired or its signature is wrong. */
export function holderOfTicket(world: Pick<World, "now" | "secrets">, ticket: string): Holder | null {
  const [, accountId = "", membershipId = "", until = "", given = ""] =
    /^([0-9a-f-]{36})\.(\d{0,12})\.([0-9a-z]{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
  const own = signatures(world, [accountId, membershipId, until]);
  if (!own.some((one) => isSameSecret(given, one))) return null;
  if (Number.parseInt(until, 36) <= world.now().getTime()) return null;
  return { accountId, membershipId: membershipId === "" ? null : membershipId };
}

/** The present signature, and that before the last rotation of the secrets. */
function signatures(world: Pick<World, "secrets">, parts: string[]): string[] {
  return keyedHashes(world, "gifts-ticket", ...parts).map((made) => Buffer.from(made).toString("base64url"));
}

async function read(world: World, column: Column, id: string): Promise<Read<{ version: string }>> {
  const now = world.now().getTime();
  const hash = createHash("sha256");
  let validUntil = Number.POSITIVE_INFINITY;
  for (const gift of await giftStates(world.database.db, column, id)) {
    const changeTimes = [gift.available_from, gift.reserved_until, gift.expires_at].map((time) => time?.getTime() ?? 0);
    for (const time of changeTimes) if (time > now) validUntil = Math.min(validUntil, time);
    hash.update(`${gift.code} ${gift.status} ${changeTimes.map((time) => time > now).join(" ")}\n`);
  }
  const version = hash.digest("base64url").slice(0, 12);
  return {
    value: { version },
    about: id,
    ...(validUntil === Number.POSITIVE_INFINITY ? {} : { until: new Date(validUntil) }),
  };
}
