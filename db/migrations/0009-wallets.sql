-- Cashless wallets: one a member and site, on the ledger; the PIN that opens their view, one a member for the whole group; and the
-- bank transfers that top them up.

create table wallets (
  membership_id text not null references memberships (id),
  site_id integer not null,
  status text not null check (status in ('OPENED', 'CLOSED')),
  -- The most that may lie in the wallet. The ledger's account holds what is left of it beside open reservations.
  limit_minor bigint not null check (limit_minor >= 0),
  opened_at timestamptz not null,
  primary key (membership_id, site_id)
);

-- A PIN has 13 bits, so its hash is worth nothing without the key that lies outside the database (security.md, T9). Attempts are
-- counted by the statement that allows a comparison, before it is made (T8, N1).
create table pins (
  membership_id text primary key references memberships (id),
  salt bytea not null check (length(salt) = 16),
  pin_hash bytea not null check (length(pin_hash) = 32),
  attempts smallint not null default 0 check (attempts between 0 and 3),
  set_at timestamptz not null
);

-- The keys under which browsers seal a PIN (G128), themselves sealed with a key that lies outside the database.
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

-- What a page keeps after a right PIN (G131).
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
create index pin_challenges_of_session on pin_challenges (session_id);
