import { createHash, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Member } from "../../accounts/member.ts";
import type { Database, Transaction } from "../../platform/database/database.server.ts";
import { keyedHash } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";
import { giftStates, type Holder } from "../queries.server.ts";

const CHANNEL = "gifts";
const KEPT = 20_000;
/** A page that stays open longer asks for itself again, and with it who is logged in. */
const TICKET_MS = 600_000;

/**
 * What an open page of gifts asks again and again: has anything moved? The answer is a version, made of codes and states, read
 * once and kept in memory until the floor moves one of the holder's gifts (NOTIFY) or time does; an unchanged poll costs no SQL.
 */
export type GiftVersions = {
  versionOf: (holder: Holder) => Promise<string>;
  close: () => Promise<void>;
};

type Kept = { version: string; validUntil: number };

/** Opens the versions of this node. What it may have missed while the connection was lost is read again. */
export async function openGiftVersions(world: World): Promise<GiftVersions> {
  const kept = new LRUCache<string, Kept>({ max: KEPT });
  /** Told apart from one read to the next, so that what was read before a notice is not kept after it. */
  let notices = 0;
  const stop = await world.database.listen(
    CHANNEL,
    (id) => {
      notices += 1;
      kept.delete(id);
    },
    () => {
      notices += 1;
      kept.clear();
    },
  );
  async function versionOf(column: "account_id" | "membership_id", id: string): Promise<string> {
    const known = kept.get(id);
    if (known !== undefined && known.validUntil > world.now().getTime()) return known.version;
    const before = notices;
    const made = await read(world, column, id);
    if (before === notices) kept.set(id, made);
    return made.version;
  }
  return {
    versionOf: (holder) => versionBy(holder, versionOf),
    close: stop,
  };
}

/** The version as the database has it this moment: for a page, which is made of the same rows. */
export function versionNow(world: World, holder: Holder): Promise<string> {
  return versionBy(holder, async (column, id) => (await read(world, column, id)).version);
}

async function versionBy(
  { accountId, membershipId }: Holder,
  versionOf: (column: "account_id" | "membership_id", id: string) => Promise<string>,
): Promise<string> {
  const own = await versionOf("account_id", accountId);
  return membershipId === null ? own : `${own}${await versionOf("membership_id", membershipId)}`;
}

/** Tells every node, when the transaction commits, that a holder's gifts are not what they were. */
export async function giftsMoved(
  database: Database,
  tx: Transaction,
  holder: { membership_id: string | null; account_id: string | null },
): Promise<void> {
  await database.notify(tx, CHANNEL, holder.membership_id ?? holder.account_id ?? "");
}

/**
 * What lets a page ask for the version without a session being looked up: whose gifts, until when, and our mark under both. It
 * opens nothing else, and is the same for a while, so that the page's bytes are.
 */
export function giftsTicket(world: Pick<World, "now" | "secrets">, member: Member): string {
  const until = (Math.floor(world.now().getTime() / TICKET_MS) + 2) * TICKET_MS;
  const parts = [member.accountId, member.playersPlusId ?? "", until.toString(36)];
  return [...parts, mark(world, parts)].join(".");
}

/** Whose ticket this is; null for one that is over, or that we did not write. */
export function holderOfTicket(world: Pick<World, "now" | "secrets">, ticket: string): Holder | null {
  const [, accountId = "", membershipId = "", until = "", given = ""] =
    /^([0-9a-f-]{36})\.(\d{0,12})\.([0-9a-z]{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
  const own = mark(world, [accountId, membershipId, until]);
  if (given.length !== own.length || !timingSafeEqual(Buffer.from(given), Buffer.from(own))) return null;
  if (Number.parseInt(until, 36) <= world.now().getTime()) return null;
  return { accountId, membershipId: membershipId === "" ? null : membershipId };
}

function mark(world: Pick<World, "secrets">, parts: string[]): string {
  return Buffer.from(keyedHash(world, "gifts-ticket", ...parts)).toString("base64url");
}

async function read(world: World, column: "account_id" | "membership_id", id: string): Promise<Kept> {
  const now = world.now().getTime();
  const hash = createHash("sha256");
  let validUntil = Number.POSITIVE_INFINITY;
  for (const gift of await giftStates(world.database.db, column, id)) {
    const edges = [gift.available_from, gift.reserved_until, gift.expires_at].map((edge) => edge?.getTime() ?? 0);
    for (const edge of edges) if (edge > now) validUntil = Math.min(validUntil, edge);
    hash.update(`${gift.code} ${gift.status} ${edges.map((edge) => edge > now).join(" ")}\n`);
  }
  return { version: hash.digest("base64url").slice(0, 12), validUntil };
}
