-- Who may log in, and how: accounts and what proves them. Codes, tokens and device secrets are kept as hashes only; what must
-- be read again (a provider's refresh token, a waiting mail) is kept sealed.

create table accounts (
  id uuid primary key,
  -- pending: the address is not confirmed, so it claims nothing (G50); superseded: another account confirmed the address
  -- first; erased: what the law lets us forget is forgotten (G78).
  status text not null check (status in ('pending', 'confirmed', 'superseded', 'erased')),
  -- Lower-cased (G71).
  email text check (email = lower(email)),
  email_confirmed_at timestamptz,
  -- Null where only a provider vouches for the person (G56).
  password_hash text,
  password_changed_at timestamptz,
  customer_id text not null unique,
  civility_id smallint check (civility_id in (0, 1)),
  -- As typed, and as documents and registers are compared with it (G69). Null together with the birthday is the blocking
  -- anomaly of section 4 or an erased account.
  lastname text,
  lastname_normalised text,
  firstname text,
  firstname_normalised text,
  birthday date,
  pseudo text,
  pseudo_folded text unique,
  -- E.164. A number counts once it is verified; until then the old one stays (G65).
  mobile_phone text check (mobile_phone ~ '^\+[0-9]{6,15}$'),
  mobile_phone_verified_at timestamptz,
  -- The choices in force; contact_consents says how they came about (G60).
  accepts_email boolean not null,
  accepts_sms boolean not null,
  accepts_letter boolean not null,
  -- 'No' to the question of the phone screen: it is not asked again for twelve months (G61).
  optin_refused_at timestamptz,
  terms_version text not null,
  wallet_key text unique,
  playersplus_id text unique,
  locale text not null check (locale in ('fr', 'en')),
  -- Where the account was made; null on the group's own hosts.
  project_id integer references projects (id) on delete set null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- By staff; the account may not be used, its number may not be taken (G65).
  disabled_at timestamptz,
  -- Deletion takes effect thirty days later (G78); a year of silence beyond the third is announced first (G79).
  deletion_requested_at timestamptz,
  inactivity_noticed_at timestamptz,
  erased_at timestamptz,
  check (status = 'erased' or email is not null),
  check ((status = 'confirmed') = (email_confirmed_at is not null) or status = 'erased'),
  check ((pseudo is null) = (pseudo_folded is null)),
  check ((mobile_phone is null) = (mobile_phone_verified_at is null))
);
create unique index accounts_confirmed_email on accounts (email) where status = 'confirmed';
create index accounts_email on accounts (email) where status <> 'erased';
create unique index accounts_verified_phone on accounts (mobile_phone) where status = 'confirmed' and disabled_at is null;
create index accounts_phone on accounts (mobile_phone) where mobile_phone is not null;
create index accounts_deletion_requested on accounts (deletion_requested_at) where deletion_requested_at is not null;
create index accounts_last_seen on accounts (last_seen_at) where status <> 'erased';

-- Every choice about being contacted, never changed: which text said what, when, and where (G60).
create table contact_consents (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  channel text not null check (channel in ('CANAL_EMAIL', 'CANAL_SMS', 'CANAL_LETTER')),
  value boolean not null,
  given_at timestamptz not null,
  source text not null,
  text_version text not null
);
create index contact_consents_of_account on contact_consents (account_id, id);

create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('web', 'native', 'api')),
  token_hash bytea not null unique,
  -- The token before the last rotation: requests under way may still carry it until then.
  previous_token_hash bytea unique,
  previous_until timestamptz,
  -- A privilege changed on a call that could not hand out a new token: the next introspection does (G41, G173).
  is_rotation_due boolean not null,
  -- What the member's list says about it, such as "Firefox, Windows".
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_of_account on sessions (account_id, last_used_at desc) where revoked_at is null;
create index sessions_expiry on sessions (expires_at);

-- Links sent by mail, and the like: each opens one door once (S2).
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('email_confirmation', 'password_reset', 'social_registration', 'social_linking')),
  -- Null where there is no account yet.
  account_id uuid references accounts (id) on delete cascade,
  -- What is to be done with it where a provider vouched for somebody; sealed.
  sealed_payload bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz,
  check (account_id is not null or sealed_payload is not null)
);
create index one_time_tokens_of_account on one_time_tokens (account_id, purpose) where used_at is null and voided_at is null;
create index one_time_tokens_expiry on one_time_tokens (expires_at);

-- Browsers that an account logged in from: an attacker elsewhere delays nobody there (G51, T12).
create table known_browsers (
  account_id uuid not null references accounts (id) on delete cascade,
  browser_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (account_id, browser_hash)
);

create table social_identities (
  provider text not null check (provider in ('google', 'apple', 'facebook')),
  subject text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  -- For the revocation at deletion (G78).
  sealed_refresh_token bytea,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (provider, subject),
  unique (account_id, provider)
);

-- A code is bound to the session, the number and the purpose (G64); comparisons are counted before they are made.
create table otp_codes (
  id uuid primary key,
  device_token_hash bytea not null unique,
  session_id uuid not null references sessions (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('verify_phone', 'leave_phone')),
  phone text not null check (phone ~ '^\+[0-9]{6,15}$'),
  code_hash bytea not null,
  comparisons smallint not null default 0 check (comparisons between 0 and 3),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create index otp_codes_of_phone on otp_codes (phone, created_at desc);
create index otp_codes_expiry on otp_codes (expires_at);

-- One re-encoded square of 512 pixels an account (G73); the key is its unguessable address and changes with the picture.
create table avatars (
  account_id uuid primary key references accounts (id) on delete cascade,
  key uuid not null unique,
  mime text not null check (mime in ('image/webp', 'image/jpeg')),
  body bytea not null,
  updated_at timestamptz not null
);

-- Sliding windows: the instants of the hits that still count, one row a key, so that one statement decides (S3). The key is
-- a hash: nobody's number or address is kept here.
create table limit_windows (
  key bytea primary key,
  hits timestamptz[] not null,
  expires_at timestamptz not null
);
create index limit_windows_expiry on limit_windows (expires_at);

-- Log-ins of each minute, for the breaker that asks everybody for the captcha (T11).
create table login_minutes (
  minute timestamptz primary key,
  attempts integer not null,
  failures integer not null
);

create table used_captchas (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_captchas_expiry on used_captchas (expires_at);

-- The outbox: written in the transaction of the verb, sent by a job, forgotten once sent. Addressee and words are sealed,
-- because they hold links that open accounts.
create table mails (
  id uuid primary key,
  kind text not null,
  account_id uuid references accounts (id) on delete set null,
  sealed_content bytea,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_waiting on mails (created_at) where sent_at is null;
create index mails_of_account on mails (account_id, kind, created_at desc);

-- Answers to calls that carried an Idempotency-Key (G166). The answer is sealed: it may hold a token. Null while the first
-- call is under way.
create table idempotency_keys (
  call text not null,
  key text not null,
  request_hash bytea not null,
  status smallint,
  sealed_answer bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (call, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
