import { openAccounts } from "../ledger/posting.server.ts";
import type { Member } from "../accounts/member.ts";
import type { Refused } from "../accounts/contract.ts";
import { isUnavailable, type Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { PinCode } from "./contract.ts";
import { openPinBox } from "./pin/box.server.ts";
import { attemptsLeft, takePin } from "./pin/pin.server.ts";
import { insertionOf, insertWallet, walletsWithBalance } from "./queries.server.ts";
import { isHandle, openUnlock, useUnlock } from "./pin/unlocks.server.ts";

export type Sites = Pick<VenueTable, "bySite">;
export type WalletSummary = { siteId: number; balanceMinor: bigint; limitMinor: bigint; reservedMinor: bigint };
/** A refusal with the code of section 8 where it is about the PIN, and of a wrong one how many tries are left. */
export type WalletRefused = Refused & { code?: PinCode; attemptsLeft?: number };

const CENTS = 100n;

/** The house's accounts of the ledger: money at the bank's, money received that is not credited yet, cash at a venue's tills. */
export const BANK_ACCOUNT = "bank:EUR";
export const SUSPENSE_ACCOUNT = "suspense:EUR";
export const floorAccount = (siteId: number): string => `floor:${siteId}`;

/** The ledger's name of a wallet. */
export function walletAccount(membershipId: string, siteId: number): string {
  return `wallet:${membershipId}:${siteId}`;
}

/** Whether a site has wallets at all: its configuration says so, and money on the embedded database is play money (house.md, "Scale"). */
export function isCashlessOn(world: Pick<World, "config" | "database">, venue: Venue | undefined): venue is Venue {
  if (venue === undefined || !venue.config.cashless || venue.policy.currency !== "EUR") return false;
  return world.database.kind === "postgres" || world.config.sandbox !== null;
}

/** Opens the wallet of a venue where the member has none; its limit is the site's configuration's. */
export async function openWallet(world: World, tx: Transaction, membershipId: string, venue: Venue): Promise<void> {
  const at = world.now();
  const limit = BigInt(venue.config.wallet_limit) * CENTS;
  const wallet = { membership_id: membershipId, site_id: venue.siteId, status: "OPENED", limit_minor: limit } as const;
  if (!(await insertWallet(tx, { ...wallet, opened_at: at }))) return;
  const name = walletAccount(membershipId, venue.siteId);
  const house = [BANK_ACCOUNT, SUSPENSE_ACCOUNT, floorAccount(venue.siteId)];
  const accounts = house.map((account) => ({ name: account, asset: "EUR", kind: "house" as const }));
  await openAccounts(tx, [...accounts, { name, asset: "EUR", kind: "customer", floor: 0n, limit }], at);
}

/** The member's opened wallets of sites that have any (G127); none for who is no member. 403 before the address is confirmed. */
export async function walletsOf(
  world: World,
  sites: Sites,
  member: Member,
): Promise<{ ok: WalletSummary[] } | Refused> {
  if (!member.isEmailValid) return { refusal: { kind: "forbidden", error: "wallet_email_needed" } };
  if (member.playersPlusId === null) return { ok: [] };
  const rows = await walletsWithBalance(world.database.db, member.playersPlusId);
  const open = rows.filter(
    ({ status, site_id: site }) => status === "OPENED" && isCashlessOn(world, sites.bySite(site)),
  );
  return {
    ok: open.map((row) => ({
      siteId: row.site_id,
      balanceMinor: row.balance_minor ?? 0n,
      limitMinor: row.limit_minor,
      // What the ledger lets in less than the wallet's own limit is kept for open payments.
      reservedMinor: row.limit_minor - (row.room_limit_minor ?? row.limit_minor),
    })),
  };
}

/** What stands in the place of the PIN: a sealed box or a handle (one slot), or from the native app the PIN itself. */
export type PinProof = { slot: string } | { pin: string };

/**
 * Opens the view of a wallet (section 7, "Cashless"; G130, G131): its account and the handle to go on with. A blocked PIN answers right
 * and wrong alike; a card in a machine of the venue closes the view without a comparison (3002).
 */
export async function unlockWallet(
  world: World,
  sites: Sites,
  member: Member,
  siteId: number,
  proof: PinProof,
): Promise<{ ok: { wallet: WalletSummary; unlock: string } } | WalletRefused> {
  try {
    const proven = await provePin(world, sites, member, siteId, proof);
    if (!("ok" in proven)) return proven;
    const wallets = await walletsOf(world, sites, member);
    const wallet = "ok" in wallets ? wallets.ok.find((one) => one.siteId === siteId) : undefined;
    if (wallet === undefined) return { refusal: { kind: "not_found", error: "wallet_unknown" } };
    return { ok: { wallet, unlock: proven.ok } };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { refusal: { kind: "unavailable", error: "wallet_down", retryAfterSeconds: 5 }, code: 3003 };
  }
}

/** Sees that the PIN was given: gives the handle that stands for it, the given one or a new one. */
export async function provePin(
  world: World,
  sites: Sites,
  member: Member,
  siteId: number,
  proof: PinProof,
): Promise<{ ok: string } | WalletRefused> {
  if (!member.isEmailValid) return { refusal: { kind: "forbidden", error: "wallet_email_needed" } };
  if (!isCashlessOn(world, sites.bySite(siteId))) return { refusal: { kind: "not_found", error: "wallet_unknown" } };
  const membershipId = member.playersPlusId;
  if (membershipId === null) return { refusal: { kind: "not_found", error: "wallet_unknown" } };
  const insertion = await insertionOf(world.database.db, membershipId);
  if (insertion?.site_id === siteId)
    return { refusal: { kind: "conflict", error: "wallet_card_inserted" }, code: 3002 };
  if ("slot" in proof && isHandle(proof.slot)) {
    if (await useUnlock(world, member, siteId, proof.slot)) return { ok: proof.slot };
    return { refusal: { kind: "forbidden", error: "wallet_unlock_ended" } };
  }
  const pin = "pin" in proof ? proof.pin : await openPinBox(world, member, siteId, proof.slot);
  if (pin === null) return { refusal: { kind: "bad_request", error: "wallet_pin_unreadable" } };
  switch (await takePin(world, membershipId, pin)) {
    case "right":
      return { ok: await openUnlock(world, member, membershipId, siteId) };
    case "wrong":
      return {
        refusal: { kind: "forbidden", error: "wallet_pin_wrong" },
        code: 3000,
        attemptsLeft: await attemptsLeft(world, membershipId),
      };
    case "blocked":
      return { refusal: { kind: "forbidden", error: "wallet_pin_blocked" }, code: 3001 };
  }
}
