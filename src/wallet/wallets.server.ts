import { openAccounts } from "../ledger/posting.server.ts";
import type { Member } from "../accounts/member.ts";
import type { Refused } from "../accounts/contract.ts";
import { insertionOf } from "../loyalty/records.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import { isUnavailable } from "../platform/database/errors.server.ts";
import type { BankGateway } from "../platform/gateways/bank.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { PinCode } from "./contract.ts";
import { openPinBox } from "./pin/box.server.ts";
import { attemptsLeft, verifyPin } from "./pin/pin.server.ts";
import { insertWallet, walletsWithBalance } from "./queries.server.ts";
import { isHandle, openUnlock, renewUnlock } from "./pin/unlocks.server.ts";

export type Sites = Pick<VenueTable, "bySite" | "all">;
export type WalletSummary = { siteId: number; balanceMinor: bigint; limitMinor: bigint; reservedMinor: bigint };
/** A refusal, with the PIN code where the PIN is the reason, and the attempts left after a wrong one. */
export type WalletRefused = Refused & { code?: PinCode; attemptsLeft?: number };

const CENTS = 100n;

/**
 * Internal ledger accounts: a company's money at the bank, its money received but not credited yet, and cash at a venue.
 */
export const bankAccount = (company: string): string => `bank:${company}:EUR`;
export const suspenseAccount = (company: string): string => `suspense:${company}:EUR`;
export const floorAccount = (siteId: number): string => `floor:${siteId}`;

/** The name of a wallet's ledger account. */
export function walletAccount(membershipId: string, siteId: number): string {
  return `wallet:${membershipId}:${siteId}`;
}

/**
 * True if a site has wallets: cashless is configured, the currency is the euro, and the database is PostgreSQL. The
 * embedded database is allowed with the sandbox only, where money is not real.
 */
export function isCashlessOn(world: Pick<World, "config" | "database">, venue: Venue | undefined): venue is Venue {
  if (venue === undefined || !venue.config.cashless || venue.policy.currency !== "EUR") return false;
  return world.database.kind === "postgres" || world.config.sandbox !== null;
}

/** Opens a venue's wallet for a member if there is none. The site's configuration gives its limit. */
export async function openWallet(world: World, tx: Transaction, membershipId: string, venue: Venue): Promise<void> {
  const at = world.now();
  const limit = BigInt(venue.config.wallet_limit) * CENTS;
  const wallet = { membership_id: membershipId, site_id: venue.siteId, status: "OPENED", limit_minor: limit } as const;
  if (!(await insertWallet(tx, { ...wallet, opened_at: at }))) return;
  const name = walletAccount(membershipId, venue.siteId);
  const cash = { name: floorAccount(venue.siteId), asset: "EUR", kind: "house" } as const;
  await openAccounts(tx, [cash, { name, asset: "EUR", kind: "customer", floor: 0n, limit }], at);
}

/** Opens the two accounts of a company's payments, unless they are open. */
export async function openCompanyAccounts(tx: Transaction, company: string, at: Date): Promise<void> {
  const names = [bankAccount(company), suspenseAccount(company)];
  await openAccounts(
    tx,
    names.map((name) => ({ name, asset: "EUR", kind: "house" })),
    at,
  );
}

/**
 * The bank for orders of a venue. Null without settings for its company, or if the venue names another application than
 * the settings: its money would arrive at somebody else's account. The sandbox's applications have ids of their own.
 */
export function bankOfVenue(world: Pick<World, "config" | "gateways">, { company }: Venue): BankGateway | null {
  const bank = world.gateways.bank.of(company.key);
  const isNamed = company.application === null || company.application === bank?.application;
  return isNamed || world.config.sandbox !== null ? bank : null;
}

/**
 * The member's open wallets, with amounts in cents. Empty without a membership. Refuses with 403 before the e-mail
 * address is confirmed.
 */
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
      // The ledger account's limit is lower than the wallet's by the amounts reserved for open payments.
      reservedMinor: row.limit_minor - (row.room_limit_minor ?? row.limit_minor),
    })),
  };
}

/** What proves the PIN: `slot` holds an encrypted PIN or an unlock handle; `pin` is the plain PIN of the native app. */
export type PinProof = { slot: string } | { pin: string };

/**
 * Unlocks a wallet: returns its summary and the handle for the next calls. A blocked PIN gives the same answer whether
 * the PIN is right or wrong. A card in a machine of this venue refuses with 3002 before anything is compared, because
 * the machine may be spending the balance.
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

/** Checks the proof and returns the handle that stands for it: the given one, or a new one after a right PIN. */
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
    if (await renewUnlock(world, member, siteId, proof.slot)) return { ok: proof.slot };
    return { refusal: { kind: "forbidden", error: "wallet_unlock_ended" } };
  }
  const pin = "pin" in proof ? proof.pin : await openPinBox(world, member, siteId, proof.slot);
  if (pin === null) return { refusal: { kind: "bad_request", error: "wallet_pin_unreadable" } };
  switch (await verifyPin(world, membershipId, pin)) {
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
