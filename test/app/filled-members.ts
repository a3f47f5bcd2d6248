import { hash } from "node:crypto";
import { sql } from "kysely";
import { addEstablishments, insertOffer } from "../../src/gifts/offers/offer-queries.server.ts";
import { inTransaction, type Database, type Transaction } from "../../src/platform/database/database.server.ts";
import { withoutIndexes } from "./bulk.ts";
import { fillLedger, memberAt } from "./filled-ledger.ts";

export const OFFER = "filled";
const GIFTS_EACH = 3;
const MOVEMENTS_EACH = 2;
const TABLES = [
  "accounts",
  "avatars",
  "contact_consents",
  "sessions",
  "known_browsers",
  "limit_windows",
  "memberships",
  "cards",
  "enrollments",
  "enrollment_card_ids",
  "gifts",
  "gift_lines",
  "gift_redemptions",
  "floor_events",
  "loyalty_lots",
  "wallets",
];

/** A filled member: their ids, log-in, session token and card. */
export type Filled = {
  accountId: string;
  membershipId: string;
  email: string;
  token: string;
  /** In the format of the database; it belongs to no password. */
  passwordHash: string;
  card: string;
};

/**
 * Fills a database that holds the venue of site 151 and no people. Each member is confirmed and has a card from an
 * enrollment, two gifts to use and one used, two earnings, a wallet, a session and a known browser. It inserts whole
 * sets, because a million members one by one would take a day.
 */
export async function fillMembers(
  database: Database,
  { members, longLives = 0 }: { members: number; longLives?: number },
  at: Date,
): Promise<void> {
  await inTransaction(database, (tx) => makeOffer(tx, at));
  await fillLedger(database, { members, movements: MOVEMENTS_EACH, longLives }, at);
  await inTransaction(database, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await withoutIndexes(tx, TABLES, async () => {
      await fillPeople(tx, members, at);
      await fillProgramme(tx, members, at);
      await fillLots(tx, at);
      await fillGifts(tx, members, at);
      await fillWallets(tx, members, at);
    });
  });
}

/** The nth member, from 1, as the statements below make them. */
export function filledAt(place: number): Filled {
  return {
    accountId: place
      .toString(16)
      .padStart(32, "0")
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
    membershipId: memberAt(place),
    email: `member-${place}@example.test`,
    token: `filled-session-of-${place}`,
    passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$${hash("md5", String(place)).repeat(2)}`,
    card: `5163${String(place).padStart(12, "0")}`,
  };
}

async function makeOffer(tx: Transaction, at: Date): Promise<void> {
  const offer = {
    id: OFFER,
    type: "treat" as const,
    label: { fr: "Un café", en: "A coffee" },
    description: { fr: "Au bar.", en: "At the bar." },
    is_auth: true,
    play_minor: null,
    play_currency: null,
    is_authorised_ch: false,
    life_gaming_days: null,
    life_months: null,
    expires_at: null,
    created_at: at,
  };
  await insertOffer(tx, offer, [{ id: OFFER, label: offer.label }]);
  await addEstablishments(tx, OFFER, [51]);
}

/**
 * Ids are ascending, so that primary keys grow at their end. Columns that are looked up hold values from all over
 * their range.
 */
const account = sql`lpad(to_hex(n), 32, '0')::uuid`;
const membership = sql`(10000000 + n)::text`;
const sha = (text: ReturnType<typeof sql>) => sql`sha256(convert_to(${text}, 'UTF8'))`;

async function fillPeople(tx: Transaction, members: number, at: Date): Promise<void> {
  await sql`
    insert into accounts (id, status, email, email_confirmed_at, password_hash, password_changed_at, customer_id, civility_id,
      lastname, lastname_normalised, firstname, firstname_normalised, birthday, mobile_phone, mobile_phone_verified_at,
      accepts_email, accepts_sms, accepts_letter, terms_version, wallet_key, playersplus_id, locale, created_at, last_seen_at)
    select ${account}, 'confirmed', 'member-' || n || '@example.test', ${at}::timestamptz,
      '$argon2id$v=19$m=19456,t=2,p=1$' || repeat(md5(n::text), 2), ${at}, (100000000000 + n)::text, 1,
      'Delmas', 'DELMAS', 'Ana', 'ANA', date '1950-01-01' + n % 18000, '+336' || lpad(n::text, 8, '0'), ${at},
      true, false, false, '2026-11', 'W' || lpad(n::text, 11, '0'), ${membership}, 'fr', ${at}, ${at}
    from generate_series(1, ${members}::int) n`.execute(tx);
  await sql`
    insert into avatars (account_id, key, mime, body, updated_at)
    select ${account}, md5('avatar of ' || n)::uuid, 'image/webp', '\\x00', ${at}::timestamptz
    from generate_series(1, ${members}::int) n`.execute(tx);
  await sql`
    insert into contact_consents (account_id, channel, value, given_at, source, text_version)
    select ${account}, 'CANAL_EMAIL', true, ${at}::timestamptz, 'registration', '2026-11'
    from generate_series(1, ${members}::int) n`.execute(tx);
  await sql`
    insert into sessions (id, account_id, kind, token_hash, is_rotation_due, device, created_at, last_used_at, expires_at)
    select ${account}, ${account}, 'web', ${sha(sql`'filled-session-of-' || n`)}, false, 'Firefox, Windows', ${at}::timestamptz, ${at},
      ${at}::timestamptz + interval '300 days'
    from generate_series(1, ${members}::int) n`.execute(tx);
  await sql`
    insert into known_browsers (account_id, browser_hash, first_seen_at, last_seen_at)
    select ${account}, ${sha(sql`'browser of ' || n`)}, ${at}::timestamptz, ${at} from generate_series(1, ${members}::int) n`.execute(
    tx,
  );
  await sql`
    insert into limit_windows (key, hits, expires_at)
    select ${sha(sql`'window ' || n`)}, array[${at}::timestamptz], ${at}::timestamptz + interval '1 hour'
    from generate_series(1, ${members}::int) n order by 1`.execute(tx);
}

async function fillProgramme(tx: Transaction, members: number, at: Date): Promise<void> {
  await sql`
    insert into memberships (id, wallet_key, person_hash, lastname, lastname_normalised, firstname, firstname_normalised, birthday,
      mobile_phone, home_site_id, status, joined_at)
    select ${membership}, 'W' || lpad(n::text, 11, '0'), ${sha(sql`'person ' || n`)}, 'Delmas', 'DELMAS', 'Ana', 'ANA',
      date '1950-01-01' + n % 18000, '+336' || lpad(n::text, 8, '0'), 151, 'active', ${at}::timestamptz
    from generate_series(1, ${members}::int) n`.execute(tx);
  await sql`
    insert into cards (card_number, membership_id, type, status, site_id, issued_at)
    select '5163' || lpad(n::text, 12, '0'), ${membership}, 'DIGITAL', 'active', 151, ${at}::timestamptz
    from generate_series(1, ${members}::int) n`.execute(tx);
  await sql`
    insert into enrollment_card_ids (card_id, account_id, reserved_at)
    select '5163' || lpad(n::text, 12, '0'), ${account}, ${at}::timestamptz from generate_series(1, ${members}::int) n`.execute(
    tx,
  );
  await sql`
    insert into enrollments (id, account_id, site_id, country, status, checks_done, card_id, membership_id, person_hash,
      document_hash, changed_at)
    select ${account}, ${account}, 151, 'FR', 'COMPLETED', 6, '5163' || lpad(n::text, 12, '0'), ${membership},
      ${sha(sql`'person ' || n`)}, ${sha(sql`'document ' || n`)}, ${at}::timestamptz
    from generate_series(1, ${members}::int) n`.execute(tx);
}

/** No earning is spent, so the lots sum to the balances. */
async function fillLots(tx: Transaction, at: Date): Promise<void> {
  await sql`
    insert into loyalty_lots (entry_id, membership_id, earned_minor, left_minor, expires_at)
    select leg.entry_id, membership.id, leg.amount_minor, leg.amount_minor, ${at}::timestamptz + interval '200 days'
    from ledger_legs leg
    join ledger_accounts account on account.id = leg.account_id
    join memberships membership on account.name = 'EP/member/' || membership.id
    where leg.balance_minor is not null order by leg.entry_id`.execute(tx);
}

/** Gifts with neighbouring codes belong to unrelated members: the factor is coprime to any round number of members. */
async function fillGifts(tx: Transaction, members: number, at: Date): Promise<void> {
  await sql`
    insert into gifts (code, offer_id, membership_id, campaign, status, issued_at, available_from, burned_at)
    select lpad((n * 100000::bigint)::text, 13, '0'), ${OFFER}, (10000001 + n * 982451653::bigint % ${members}::int)::text, 'operator',
      case when n > ${members * (GIFTS_EACH - 1)}::int then 'burned' else 'available' end, ${at}::timestamptz, ${at},
      case when n > ${members * (GIFTS_EACH - 1)} then ${at}::timestamptz end
    from generate_series(1, ${members * GIFTS_EACH}::int) n`.execute(tx);
  await sql`
    insert into gift_lines (code, product_id)
    select lpad((n * 100000::bigint)::text, 13, '0'), ${OFFER} from generate_series(1, ${members * GIFTS_EACH}::int) n`.execute(
    tx,
  );
  await sql`
    insert into gift_redemptions (code, site_id, event_id, burned_at, gaming_day)
    select lpad((n * 100000::bigint)::text, 13, '0'), 151, 'filled burn ' || n, ${at}::timestamptz, ${at}::timestamptz::date
    from generate_series(${members * (GIFTS_EACH - 1) + 1}::int, ${members * GIFTS_EACH}::int) n`.execute(tx);
  await sql`
    insert into floor_events (site_id, event_id, call, request_hash, status, answer, received_at)
    select 151, 'filled burn ' || lpad(n::text, 10, '0'), 'gifts/burns', md5(n::text), 200, '{}', ${at}::timestamptz
    from generate_series(1, ${members}::int) n`.execute(tx);
}

async function fillWallets(tx: Transaction, members: number, at: Date): Promise<void> {
  await sql`
    insert into wallets (membership_id, site_id, status, limit_minor, opened_at)
    select ${membership}, 151, 'OPENED', 100000, ${at}::timestamptz from generate_series(1, ${members}::int) n`.execute(
    tx,
  );
  await sql`
    insert into ledger_accounts (name, asset, kind, balance_minor, floor_minor, limit_minor, opened_at)
    select 'wallet:' || ${membership} || ':151', 'EUR', 'customer', 0, 0, 100000, ${at}::timestamptz
    from generate_series(1, ${members}::int) n
    union all
    select name, 'EUR', 'house', null, null, null, ${at}::timestamptz
    from unnest(array['bank:port-serac:EUR', 'suspense:port-serac:EUR', 'floor:151']) name`.execute(tx);
}
