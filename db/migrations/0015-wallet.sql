-- Cashless wallets: one a member and site, on the ledger; the PIN that opens their view, one a member for the whole group; and the bank
-- transfers that top them up.

create table wallets (
  membership_id text not null references memberships (id),
  site_id integer not null,
  status text not null check (status in ('OPENED', 'CLOSED')),
  -- The most that may lie in the wallet. The ledger's account holds what is left of it beside open reservations.
  limit_minor bigint not null check (limit_minor >= 0),
  opened_at timestamptz not null,
  primary key (membership_id, site_id)
);

-- A PIN has 13 bits, so its hash is worth nothing without the key that lies outside the database. Attempts are counted by the statement
-- that allows a comparison, before it is made.
create table pins (
  membership_id text primary key references memberships (id),
  salt bytea not null check (length(salt) = 16),
  pin_hash bytea not null check (length(pin_hash) = 32),
  attempts smallint not null default 0 check (attempts between 0 and 3),
  set_at timestamptz not null
);

-- The keys under which browsers seal a PIN, themselves sealed with a key that lies outside the database.
create table pin_keys (
  generation integer primary key,
  sealed_key bytea not null,
  created_at timestamptz not null
);

create table pin_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  session_id uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index pin_challenges_over on pin_challenges (expires_at);
create index pin_challenges_of_session on pin_challenges (session_id);

-- What a page keeps after a right PIN.
create table wallet_unlocks (
  handle_hash bytea primary key check (length(handle_hash) = 32),
  session_id uuid not null references sessions (id) on delete cascade,
  membership_id text not null references memberships (id),
  site_id integer not null,
  last_used_at timestamptz not null
);
create index wallet_unlocks_over on wallet_unlocks (last_used_at);
create index wallet_unlocks_of_session on wallet_unlocks (session_id);
create index wallet_unlocks_of_membership on wallet_unlocks (membership_id);

-- A top-up. What was ordered never changes; the status is what src/wallet/payments/state.ts makes of the facts.
create table payments (
  uuid uuid primary key,
  account_id uuid not null references accounts (id),
  membership_id text not null,
  site_id integer not null,
  amount_minor bigint not null check (amount_minor >= 5000),
  currency text not null check (currency = 'EUR'),
  return_url text not null,
  status text not null check (status in ('INIT', 'PENDING_PAYMENT', 'PAID', 'CANCELLED', 'ERROR')),
  transaction_status text not null check (transaction_status in ('PENDING', 'SUCCESS', 'FAILED', 'REFUNDED')),
  -- Why, where it did not go as ordered: a code of ours.
  error text,
  -- Room in the wallet is kept for it, until it is credited or over.
  is_reserved boolean not null,
  -- The bank's page. While one node asks the bank for it, the others wait until then.
  link text,
  starting_until timestamptz,
  -- The bank's answer to our order was lost once: it may know sessions of this payment that we do not.
  is_unsure boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  -- When the bank is asked about it next; null where nothing is to be learnt any more.
  next_check_at timestamptz,
  -- The member has read how it went, and went on.
  dismissed_at timestamptz,
  -- Since when it could not be settled for a reason of our own; null while it can.
  unsettled_since timestamptz,
  foreign key (membership_id, site_id) references wallets (membership_id, site_id),
  -- Success is a credit, and only what is paid is credited.
  check (transaction_status <> 'SUCCESS' or status = 'PAID'),
  check (not (transaction_status in ('SUCCESS', 'FAILED', 'REFUNDED') and is_reserved))
);
-- One open payment a wallet.
create unique index payments_reserved on payments (membership_id, site_id) where is_reserved;
create index payments_due on payments (next_check_at) where next_check_at is not null;
create index payments_pending on payments (account_id, created_at desc) where dismissed_at is null;
-- For a member's export, which reads all that is theirs, also what is put aside, and no table from end to end.
create index payments_of_account on payments (account_id, created_at, uuid);
create index payments_of_site on payments (site_id, created_at desc);

create function payments_stay_as_ordered() returns trigger language plpgsql as $$
begin
  if (new.uuid, new.account_id, new.membership_id, new.site_id, new.amount_minor, new.currency, new.created_at)
    is distinct from
    (old.uuid, old.account_id, old.membership_id, old.site_id, old.amount_minor, old.currency, old.created_at) then
    raise exception 'What a payment is of never changes' using errcode = 'check_violation';
  end if;
  if old.status = 'PAID' and new.status <> 'PAID' then
    raise exception 'Nothing leaves PAID' using errcode = 'check_violation';
  end if;
  if new.is_reserved and not old.is_reserved then
    raise exception 'A reservation that was given up is not taken again' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payments_stay before update on payments for each row execute function payments_stay_as_ordered();

-- A poll that finds nothing new asks the database nothing, so every change of a payment says so.
create function tell_payment_polls() returns trigger language plpgsql as $$
begin
  perform pg_notify('payment_polls', new.uuid::text);
  return null;
end $$;
create trigger payments_told after insert or update on payments for each row execute function tell_payment_polls();

-- Over the trip to the bank a wallet stays open by a cookie of five minutes, which the first return exchanges for a handle.
create table wallet_returns (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_id uuid not null references sessions (id) on delete cascade,
  membership_id text not null references memberships (id),
  site_id integer not null,
  payment_uuid uuid not null references payments (uuid),
  expires_at timestamptz not null
);
create index wallet_returns_over on wallet_returns (expires_at);
create index wallet_returns_of_session on wallet_returns (session_id);
create index wallet_returns_of_membership on wallet_returns (membership_id);
create index wallet_returns_of_payment on wallet_returns (payment_uuid);

-- What was learnt of a payment, and when first: a set. WITHDRAWN: the member gave up an order that the bank never answered.
create table payment_facts (
  payment_uuid uuid not null references payments (uuid),
  name text not null check (name in (
    'INIT', 'PENDING_PAYMENT', 'PAID', 'CANCELLED', 'EXPIRED', 'ERROR', 'GIVEN_UP', 'CLAIMED', 'DENIED', 'PAID_OTHER', 'WITHDRAWN'
  )),
  learnt_at timestamptz not null,
  primary key (payment_uuid, name)
);

-- The bank's sessions of a payment: one, unless an answer of the bank's was lost. Money that one received is credited, held for a
-- decision, or goes back, each once.
create table payment_sessions (
  session_id text primary key check (session_id ~ '^[A-Za-z0-9_-]{1,100}$'),
  -- Null for money of a payment that only the bank knows, as after a restore to an earlier time: it can go back, and never be credited.
  payment_uuid uuid references payments (uuid),
  seen_at timestamptz not null,
  -- Since when the bank says that it failed, and may still change its mind.
  failing_since timestamptz,
  received_minor bigint check (received_minor > 0),
  outcome text check (outcome in ('held', 'credited', 'refund_due', 'refunded')),
  refund_id text,
  refund_attempts integer not null default 0,
  refund_next_at timestamptz,
  -- Why the money goes back, a code of ours: each session's own, because a payment that was credited may have a second one whose money
  -- is not.
  refund_reason text,
  -- When the bank said that it had sent this back because we once asked it to, and our books knew nothing of it, as after a restore.
  refund_seen_at timestamptz,
  -- What the bank carries as our reference, and who paid: all that is known of a session without a payment.
  reference text,
  payer_name text,
  check ((received_minor is null) = (outcome is null)),
  check ((payment_uuid is null) = (reference is not null)),
  check (payment_uuid is not null or outcome is distinct from 'credited')
);
create index payment_sessions_of on payment_sessions (payment_uuid);
-- A payment is credited once: beside the ledger's key.
create unique index payment_sessions_credited on payment_sessions (payment_uuid) where outcome = 'credited';
create index payment_sessions_refunds on payment_sessions (refund_next_at) where outcome = 'refund_due';

-- Every notice of the bank's, for ever. What is signed and makes no sense is kept as poison by its hash.
create table bank_notices (
  id bigint generated always as identity primary key,
  session_id text,
  status text,
  -- What the status means in our words.
  fact text,
  state text,
  poison text check (poison in ('TOO_LARGE', 'GARBLED')),
  body_hash bytea not null,
  deliveries integer not null default 1,
  received_at timestamptz not null,
  last_received_at timestamptz not null,
  check ((poison is null) = (session_id is not null and status is not null))
);
create unique index bank_notices_once on bank_notices (session_id, status) where poison is null;
create unique index bank_notices_poison on bank_notices (body_hash) where poison is not null;
create index bank_notices_state on bank_notices (state) where poison is null;

-- What waits for a person, with the reason of each case; among them dead letters: a notice that is signed and makes no sense
-- (POISON_NOTICE), and a payment that our books refuse to take however often they are asked (UNSETTLED).
create table payment_cases (
  id bigint generated always as identity primary key,
  payment_uuid uuid references payments (uuid),
  session_id text,
  notice_id bigint references bank_notices (id),
  reason text not null check (reason in (
    'CONTESTED', 'AMOUNT_UNKNOWN', 'PAYER_MISMATCH', 'REFUND_REFUSED', 'UNKNOWN_PAYMENT', 'POISON_NOTICE', 'UNSETTLED', 'SENT_BACK'
  )),
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  decision text check (decision in ('credit', 'refund', 'noted')),
  check ((closed_at is null) = (decision is null))
);
create unique index payment_cases_open
  on payment_cases (reason, coalesce(session_id, ''), coalesce(payment_uuid::text, ''), coalesce(notice_id, 0))
  where closed_at is null;
create index payment_cases_of_payment on payment_cases (payment_uuid) where payment_uuid is not null;

-- Money that staff want to credit or to send back: asked for by one, approved by another. The second condition is the second wall
-- behind the verb's own.
create table payment_orders (
  id uuid primary key,
  payment_uuid uuid references payments (uuid),
  -- Of a case that waits; null where a top-up that was credited is to go back.
  case_id bigint references payment_cases (id),
  site_id integer not null,
  decision text not null check (decision in ('credit', 'refund')),
  asked_at timestamptz not null,
  asked_by text not null,
  asked_session uuid not null,
  asked_issuer text,
  -- Everybody through whose hands the asking session's right came, the nearest first.
  asked_issuers jsonb not null default '[]',
  ended_at timestamptz,
  ended_by text,
  ended_session uuid,
  verdict text check (verdict in ('approved', 'rejected', 'withdrawn')),
  check ((ended_at is null) = (verdict is null) and (ended_at is null) = (ended_by is null)),
  check (verdict <> 'approved' or (lower(ended_by) <> lower(asked_by) and ended_session <> asked_session)),
  check (payment_uuid is not null or case_id is not null)
);
create unique index payment_orders_open on payment_orders (coalesce(case_id::text, payment_uuid::text)) where ended_at is null;
create index payment_orders_of_payment on payment_orders (payment_uuid);
-- Who asked for this money before, whatever became of that.
create index payment_orders_of_case on payment_orders (case_id) where case_id is not null;
alter table payment_orders enable row level security, force row level security;
create policy own_venue on payment_orders
  using ((select venue_at_work('site')) is null or site_id = (select venue_at_work('site')));
-- A case of money that belongs to no payment of ours is every house's, so whoever asked for it in one must be known in all: nobody
-- approves in one house what they wanted in another. Orders about a house's own payments stay behind its wall.
create policy every_house_reads_nobody_s on payment_orders for select using (payment_uuid is null);
create policy every_house_ends_nobody_s on payment_orders for update using (payment_uuid is null);
