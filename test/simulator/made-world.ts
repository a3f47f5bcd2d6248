import type { InitInput } from "../../src/wallet/contract.ts";
import { hooks } from "../../src/app/hooks.server.ts";
import { randomBytes, randomUUID } from "node:crypto";
import type { Member } from "../../src/accounts/member.ts";
import { parseConfig } from "../../src/platform/settings/config.server.ts";
import type { Database } from "../../src/platform/database/database.server.ts";
import type { Banks } from "../../src/platform/gateways/bank.ts";
import { argon2 } from "../../src/platform/argon2.ts";
import type { Log } from "../../src/platform/log.server.ts";
import { openMetrics } from "../../src/platform/metrics.server.ts";
import { tokenHash } from "../../src/platform/cryptography.server.ts";
import type { World } from "../../src/platform/world.ts";
import { COUNTRY_POLICIES } from "../../src/venues/law/country-policy.ts";
import type { Venue } from "../../src/venues/venue.ts";
import type { Raw } from "./books.ts";

/** The least that the wallet's verbs need: venues, members, a world. */
export const SITES = [151, 152];
/** The company that operates each site. */
const COMPANY_OF: Record<number, string> = { 151: "port-serac", 152: "valombre" };
export const COMPANIES = Object.values(COMPANY_OF);

/** The company that a ledger account belongs to, by its name; undefined if it is of none. */
export function companyOfAccount(account: string): string | undefined {
  const [kind, first, second] = account.split(":");
  if (kind === "wallet") return COMPANY_OF[Number(second)];
  return kind === "floor" ? COMPANY_OF[Number(first)] : COMPANIES.find((company) => company === first);
}

const VENUES = new Map(
  SITES.map((siteId) => [
    siteId,
    {
      id: siteId,
      siteId,
      projectId: siteId - 100,
      name: `Casino ${siteId}`,
      slug: `casino-${siteId}`,
      country: "FR",
      company: {
        key: COMPANY_OF[siteId],
        legalName: "",
        beneficiary: `Société ${siteId}`,
        account: null,
        application: null,
      },
      hosts: [`casino-${siteId}.localhost`],
      config: { cashless: true, wallet_limit: 0, support_email: null },
      policy: COUNTRY_POLICIES.FR,
    } as unknown as Venue,
  ]),
);
export const SITES_BY_ID = { bySite: (site: number) => VENUES.get(site), all: () => [...VENUES.values()] };

const CONFIG = (() => {
  const parsed = parseConfig({ DATA_DIR: "/nowhere" });
  if ("problems" in parsed) throw new Error(parsed.problems.join("\n"));
  return parsed.config;
})();
const noLog = () => undefined;
const SILENT = { error: noLog, warn: noLog, info: noLog, debug: noLog } as unknown as Log;

/** The exclusion register: whether it answers, and since when it names the members, who share one name. */
export type Register = { isSilent: boolean; namesSince: number | null };

/** A world over a database and a bank. Clock and randomness are the machine's unless given. */
export function worldOf(
  database: Database,
  bank: Banks,
  given: Partial<Pick<World, "jobs" | "now" | "random" | "uuid">> = {},
  register: Register = { isSilent: false, namesSince: null },
): World {
  return {
    config: CONFIG,
    secrets: {
      importKey: "0".repeat(64),
      captchaKey: "1".repeat(64),
      tokenKey: "2".repeat(64),
      sealKey: "3".repeat(64),
      lastingKey: "4".repeat(64),
    },
    log: SILENT,
    metrics: openMetrics(),
    database,
    hooks,
    gateways: {
      bank,
      exclusions: {
        check: async () => (register.isSilent ? "unknown" : register.namesSince === null ? "clear" : "barred"),
      },
    } as unknown as World["gateways"],
    argon2,
    jobs: { send: async () => null },
    isNetworkRefused: () => false,
    now: () => new Date(),
    random: (size) => randomBytes(size),
    uuid: () => randomUUID(),
    ...given,
  };
}

/** A confirmed member with a verified phone and a membership. `run` separates members that share a database. */
export function memberOf(membership: string, run: number, at: number): Member {
  const id = (kind: string) => `${run.toString(16).padStart(8, "0")}-${kind}${at}-4000-8000-000000000000`;
  return {
    accountId: id("acc"),
    sessionId: id("5e5"),
    sessionKind: "web",
    email: `simulated-${membership}@example.test`,
    isEmailValid: true,
    mobilePhone: `+33${membership}`,
    isPhoneValid: true,
    civilityId: 1,
    lastname: "Delmas",
    firstname: "Élodie",
    birthday: "1990-05-17",
    pseudo: null,
    avatarKey: null,
    customerId: `sim-${membership}`,
    walletKey: null,
    playersPlusId: membership,
    hasPassword: true,
    optins: {} as Member["optins"],
    deletionRequestedAt: null,
    provedAt: null,
  };
}

/** Inserts the member with a card and a session. */
export async function insertMember(raw: Raw, member: Member, now: Date): Promise<void> {
  const membership = member.playersPlusId;
  await raw(
    `insert into memberships (id, wallet_key, person_hash, lastname, lastname_normalised, firstname, firstname_normalised, birthday,
       home_site_id, status, joined_at)
     values ($1, $2, sha256(convert_to($1, 'UTF8')), 'Delmas', 'delmas', 'Élodie', 'elodie', '1990-05-17', 151, 'active', $3)`,
    [membership, `SIM${membership}`.padEnd(12, "0"), now],
  );
  await raw(
    `insert into accounts (id, status, email, email_confirmed_at, customer_id, lastname, firstname, birthday, accepts_email, accepts_sms,
       accepts_letter, terms_version, playersplus_id, locale, created_at, last_seen_at, mobile_phone, mobile_phone_verified_at)
     values ($1, 'confirmed', $2, $3, $4, 'Delmas', 'Élodie', '1990-05-17', false, false, false, '1', $5, 'fr', $3, $3, $6, $3)`,
    [member.accountId, member.email, now, member.customerId, membership, member.mobilePhone],
  );
  await raw(
    `insert into sessions (id, account_id, kind, token_hash, is_rotation_due, device, created_at, last_used_at, expires_at)
     values ($1, $2, 'web', $3, false, 'Test', $4, $4, $5)`,
    [member.sessionId, member.accountId, tokenHash(member.sessionId), now, new Date(now.getTime() + 365 * 86_400_000)],
  );
  await raw(
    "insert into cards (card_number, membership_id, type, status, site_id, issued_at) values ($1, $2, 'PLASTIC', 'active', 151, $3)",
    [cardOf(member), membership, now],
  );
}

/** Inserts a handle as after a right PIN; it lives ten minutes from `now`. */
export async function insertUnlock(raw: Raw, member: Member, site: number, now: Date): Promise<void> {
  await raw(
    `insert into wallet_unlocks (handle_hash, session_id, membership_id, site_id, last_used_at) values ($1, $2, $3, $4, $5)
     on conflict (handle_hash) do update set last_used_at = excluded.last_used_at`,
    [tokenHash(handleOf(member, site)), member.sessionId, member.playersPlusId, site, now],
  );
}

/** The body of POST /transaction/init, as its contract reads it. */
export function depositOf(member: Member, site: number, amountMinor: number): InitInput {
  return {
    provider: "instant_transfer",
    return_url: `http://casino-${site}.localhost:3000/?popup=Cashless`,
    from: "web",
    site_id: site,
    product: { type: "cashless", amount: BigInt(amountMinor), currency: "EUR" },
    data: { site_id: site, pin_code: handleOf(member, site) },
  };
}

export const cardOf = ({ playersPlusId }: Member): string => (playersPlusId ?? "").padStart(16, "7");

function handleOf({ playersPlusId }: Member, site: number): string {
  return `${playersPlusId}_${site}_`.padEnd(43, "h");
}
