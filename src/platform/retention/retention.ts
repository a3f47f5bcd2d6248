import { sql, type RawBuilder } from "kysely";
import type { Tables } from "../../../db/tables.ts";

/**
 * Rows age out when the instant or day in `since`, and the one in `andSince`, are `days` old, if `where` holds. Where one of them is
 * empty, they do not.
 */
type Age<Row> = {
  since: keyof Row & string;
  andSince?: keyof Row & string;
  days: number;
  where?: RawBuilder<unknown>;
};
/** The columns that are emptied, with what they then hold. `where` must leave out rows in which they are empty. */
type Clearing<Row> = Age<Row> & {
  columns: { [Column in keyof Row & string]?: RawBuilder<unknown> | null };
  where: RawBuilder<unknown>;
};

/**
 * How a table ages. It may lose rows (`deletes`) or words (`clears`); `kept` says why the rest stays for ever, `bounded` why a table
 * does not grow with time.
 */
export type Retention<Row> =
  | { deletes: Age<Row>[] }
  | { clears: Clearing<Row>[]; kept: string }
  | { kept: string }
  | { bounded: string };

const MONTH = 31;
/** A choice of the visitor, a browser and a used gift are of no use to their holder after this time. */
const YEAR = 400;
/** The law against money laundering requires it (article L.561-12 of the Code monétaire et financier); claims lapse after it too. */
const FIVE_YEARS = 5 * 366;

const OF_VENUE = "Venue data: as many rows as staff enter, replaced by the next import.";
const HISTORY = "The history of what staff changed, from which they restore.";
const OF_MEMBER = "One row a member, or a few.";
const NEVER_TWICE = "A number that was given once is never given again.";
const LEDGER = "The ledger only grows.";
const MONEY = "Facts about money: the ledger refers to them.";
const REPLAYED = "A repeat may come at any time and must be known: ids, hashes and first answers stay.";

/**
 * What becomes of the rows of every table. A nightly job (retention-job.server.ts) deletes and clears what is due, in small batches. Each
 * column in `since` needs an index.
 */
export const RETENTION: { [Table in keyof Tables]: Retention<Tables[Table]> } = {
  accounts: {
    deletes: [{ since: "created_at", andSince: "last_seen_at", days: 30, where: sql`status = 'superseded'` }],
  },
  activities: { bounded: OF_VENUE },
  aml_days: { deletes: [{ since: "gaming_day", days: FIVE_YEARS }] },
  aml_movements: { deletes: [{ since: "gaming_day", days: FIVE_YEARS }] },
  aml_totals: { deletes: [{ since: "gaming_day", days: FIVE_YEARS }] },
  announcements: { bounded: OF_VENUE },
  audit_entries: { kept: "The trail of what staff did is written once and for ever." },
  avatars: { bounded: OF_MEMBER },
  bank_notices: { kept: `${REPLAYED} No row holds what the bank wrote.` },
  cache_versions: { bounded: "One row a tag." },
  card_insertions: { bounded: "Cards that are in a machine now." },
  card_reservations: { kept: NEVER_TWICE },
  cards: { kept: NEVER_TWICE },
  consent_receipts: { deletes: [{ since: "given_at", days: FIVE_YEARS }] },
  contact_consents: { kept: "The proof of each choice about being contacted. An erased account's name nobody." },
  content_blocks: { bounded: OF_VENUE },
  content_drafts: { bounded: OF_VENUE },
  content_revisions: { kept: HISTORY },
  earning_days: { deletes: [{ since: "gaming_day", days: MONTH }] },
  email_changes: { deletes: [{ since: "expires_at", days: 30 }] },
  enrollment_attempts: {
    clears: [
      {
        columns: { sealed_link: sql`''` },
        since: "link_expires_at",
        days: 1,
        where: sql`length(sealed_link) > 0`,
      },
    ],
    kept: "The verdict on a document: kind, country and expiry, without its pictures and words.",
  },
  enrollment_card_ids: { kept: NEVER_TWICE },
  enrollments: { bounded: OF_MEMBER },
  establishments: { bounded: OF_VENUE },
  exclusion_checks: { bounded: OF_MEMBER },
  exclusion_rounds: { bounded: "One row while a round runs." },
  exclusion_verdicts: {
    kept: "The last verdict of each register and its changes; a repetition is noted in the row that it repeats.",
  },
  floor_events: {
    clears: [
      {
        columns: { call: sql`split_part(call, ' ', 1)` },
        since: "received_at",
        days: YEAR,
        where: sql`call like '% %'`,
      },
    ],
    kept: REPLAYED,
  },
  floor_keys: { bounded: "One row a device, and one a rotation." },
  free_play_days: { deletes: [{ since: "gaming_day", days: FIVE_YEARS }] },
  gallery_pictures: { bounded: OF_VENUE },
  games: { bounded: OF_VENUE },
  gift_lines: { kept: "The products of a gift, as long as its code." },
  gift_redemptions: {
    clears: [{ columns: { card_number: null }, since: "burned_at", days: YEAR, where: sql`card_number is not null` }],
    kept: REPLAYED,
  },
  gifts: { kept: NEVER_TWICE },
  idempotency_keys: { deletes: [{ since: "expires_at", days: 0 }] },
  identity_events: {
    clears: [
      {
        columns: { verification_id: null },
        since: "received_at",
        days: YEAR,
        where: sql`verification_id is not null and outcome is not null`,
      },
    ],
    kept: REPLAYED,
  },
  installation: { bounded: "One row." },
  jackpots: { kept: "Jackpots that were paid. No row names a winner." },
  known_browsers: {
    // A browser keeps its cookie for 400 days after the last log-in. An index of that instant would slow every log-in.
    deletes: [{ since: "first_seen_at", andSince: "last_seen_at", days: YEAR }],
  },
  ledger_accounts: { kept: LEDGER },
  ledger_entries: { kept: LEDGER },
  ledger_house_totals: { bounded: "One row an account of the group." },
  ledger_legs: { kept: LEDGER },
  ledger_seals: { kept: LEDGER },
  ledger_unsealed: { bounded: "Emptied by each sealing." },
  limit_windows: { deletes: [{ since: "expires_at", days: 0 }] },
  live_jackpots: { bounded: "One row a live jackpot." },
  login_minutes: { deletes: [{ since: "minute", days: 1 }] },
  loyalty_lots: { kept: MONEY },
  mails: {
    deletes: [
      { since: "sent_at", days: 90 },
      { since: "refused_at", days: 90 },
    ],
  },
  mail_requests: {
    deletes: [
      { since: "answered_at", days: 1 },
      // Every attempt to answer it failed. After a week nobody waits for that mail.
      { since: "asked_at", days: 7, where: sql`answered_at is null` },
    ],
  },
  meetings: { bounded: OF_VENUE },
  memberships: { kept: "The ledger refers to the number. An erased member's names nobody." },
  offer_establishments: { bounded: OF_VENUE },
  offer_products: { bounded: OF_VENUE },
  offers: { kept: "Offers that staff made: gifts refer to them." },
  one_time_tokens: { deletes: [{ since: "expires_at", days: 7 }] },
  operator_sessions: { deletes: [{ since: "expires_at", days: 30 }] },
  operator_tickets: { deletes: [{ since: "expires_at", days: 30 }] },
  otp_codes: { deletes: [{ since: "expires_at", days: 1 }] },
  pass_devices: { bounded: "At most fifty a pass; those that left are deleted." },
  passes: { bounded: OF_MEMBER },
  payment_cases: { kept: MONEY },
  payment_facts: { kept: MONEY },
  payment_order_lines: { kept: MONEY },
  payment_orders: { kept: MONEY },
  payment_sessions: {
    clears: [{ columns: { payer_name: null }, since: "seen_at", days: FIVE_YEARS, where: sql`payer_name is not null` }],
    kept: MONEY,
  },
  payments: {
    clears: [
      {
        columns: { link: null },
        since: "created_at",
        days: YEAR,
        where: sql`link is not null and status not in ('INIT', 'PENDING_PAYMENT')`,
      },
    ],
    kept: MONEY,
  },
  picture_revisions: { bounded: "A picture keeps its last versions." },
  picture_variants: { bounded: "A picture has a fixed number of them." },
  pictures: { bounded: OF_VENUE },
  pin_challenges: { deletes: [{ since: "expires_at", days: 1 }] },
  pin_keys: { bounded: "One row a generation of keys." },
  pins: { bounded: OF_MEMBER },
  project_hosts: { bounded: OF_VENUE },
  projects: { bounded: OF_VENUE },
  referral_codes: { bounded: OF_MEMBER },
  referral_days: { deletes: [{ since: "posted_at", days: YEAR }] },
  referral_shares: { kept: MONEY },
  referrals: { bounded: OF_MEMBER },
  restaurants: { bounded: OF_VENUE },
  retired_slugs: { bounded: OF_VENUE },
  scheduled_contents: { deletes: [{ since: "ended_at", days: YEAR }] },
  schema_migrations: { bounded: "One row a migration." },
  sessions: {
    deletes: [
      { since: "expires_at", days: 30 },
      { since: "revoked_at", days: 30 },
    ],
  },
  social_identities: { bounded: OF_MEMBER },
  spent_operator_tickets: { deletes: [{ since: "expires_at", days: 1 }] },
  used_captchas: { deletes: [{ since: "expires_at", days: 0 }] },
  used_pass_links: { deletes: [{ since: "expires_at", days: 0 }] },
  venue_revisions: { kept: HISTORY },
  wallet_returns: { deletes: [{ since: "expires_at", days: 1 }] },
  wallet_unlocks: { deletes: [{ since: "last_used_at", days: 1 }] },
  wallets: { bounded: OF_MEMBER },
};
