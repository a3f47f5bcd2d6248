-- Who may log in, and how: accounts and what proves them. Codes, tokens and device secrets are kept as hashes only; what must be read
-- again (a provider's refresh token, a waiting mail) is kept sealed.

create table accounts (
  id uuid primary key,
  -- pending: the address is not confirmed, so it claims nothing; superseded: another account confirmed the address first; erased: what
  -- the law lets us forget is forgotten.
  status text not null check (status in ('pending', 'confirmed', 'superseded', 'erased')),
  -- Lower-cased.
  email text check (email = lower(email)),
  email_confirmed_at timestamptz,
  -- When the address was last refused for good by its mail server; null again once it takes a mail.
  email_bounced_at timestamptz,
  -- Null where only a provider vouches for the person.
  password_hash text,
  password_changed_at timestamptz,
  customer_id text not null unique,
  civility_id smallint check (civility_id in (0, 1)),
  -- As typed, and as documents and registers are compared with it. Null together with the birthday is an anomaly that stops its member
  -- until staff mend it, or an erased account.
  lastname text,
  lastname_normalised text,
  firstname text,
  firstname_normalised text,
  birthday date,
  -- Names and birthday are those of a verified document from then on, and stay.
  identity_verified_at timestamptz,
  pseudo text,
  pseudo_folded text unique,
  -- E.164. A number counts once it is verified; until then the old one stays. A bounded repetition such as {6,15} would be matched
  -- state by state, at every change of the row.
  mobile_phone text check (length(mobile_phone) between 7 and 16 and mobile_phone ~ '^\+[0-9]+$'),
  mobile_phone_verified_at timestamptz,
  -- The choices in force; contact_consents says how they came about.
  accepts_email boolean not null,
  accepts_sms boolean not null,
  accepts_letter boolean not null,
  -- 'No' to the question of the phone screen: it is not asked again for twelve months.
  optin_refused_at timestamptz,
  terms_version text not null,
  wallet_key text unique,
  -- The membership of the programme (0013-loyalty.sql).
  playersplus_id text unique,
  locale text not null check (locale in ('fr', 'en')),
  -- Where the account was made; null on the group's own hosts.
  project_id integer references projects (id) on delete set null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- By staff; the account may not be used, its number may not be taken.
  disabled_at timestamptz,
  -- Deletion takes effect thirty days later; a year of silence beyond the third is announced first.
  deletion_requested_at timestamptz,
  inactivity_noticed_at timestamptz,
  erased_at timestamptz,
  check (status = 'erased' or email is not null),
  check ((status = 'confirmed') = (email_confirmed_at is not null) or status = 'erased'),
  check ((pseudo is null) = (pseudo_folded is null)),
  check ((mobile_phone is null) = (mobile_phone_verified_at is null))
) with (fillfactor = 85);
-- What a log-in changes of an account it writes in place, which an index of `last_seen_at` would prevent: who was not seen for years is
-- looked for once a day, among all.
create unique index accounts_confirmed_email on accounts (email) where status = 'confirmed';
create index accounts_email on accounts (email) where status <> 'erased';
create unique index accounts_verified_phone on accounts (mobile_phone) where status = 'confirmed' and disabled_at is null;
create index accounts_phone on accounts (mobile_phone) where mobile_phone is not null;
create index accounts_deletion_requested on accounts (deletion_requested_at) where deletion_requested_at is not null;
create index accounts_pending on accounts (created_at) where status in ('pending', 'superseded');
create index accounts_inactive on accounts (inactivity_noticed_at) where inactivity_noticed_at is not null;

-- Every choice about being contacted, never changed: which text said what, when, and where.
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

-- What a visitor chose in the consent banner.
create table consent_receipts (
  id uuid primary key,
  project_id integer references projects (id) on delete set null,
  measure boolean not null,
  ads boolean not null,
  text_version text not null,
  locale text not null,
  given_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('web', 'native', 'api')),
  token_hash bytea not null unique,
  -- The token before the last rotation: requests under way may still carry it until then.
  previous_token_hash bytea,
  previous_until timestamptz,
  -- A privilege changed on a call that could not hand out a new token: the next introspection does.
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
-- Few sessions have one.
create unique index sessions_previous_token_hash on sessions (previous_token_hash) where previous_token_hash is not null;

-- Links sent by mail, and the like: each opens one door once.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in (
    'email_confirmation', 'password_reset', 'social_registration', 'social_linking', 'email_change_new', 'email_change_old'
  )),
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

-- Another address for a confirmed account, asked for at the desk: the address changes once the new one and the old one have agreed,
-- each by a link of its own. Where the old mailbox is lost, a second employee vouches for it, never the one who asked.
create table email_changes (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  new_email text not null check (new_email = lower(new_email)),
  -- The house whose desk asked: its trail tells what becomes of it.
  project_id integer references projects (id) on delete set null,
  asked_at timestamptz not null,
  asked_by text not null,
  asked_session uuid not null,
  asked_issuers jsonb not null,
  expires_at timestamptz not null,
  new_agreed_at timestamptz,
  old_agreed_at timestamptz,
  -- Who has seen an identity document, where the old address itself did not agree.
  vouched_by text,
  vouched_session uuid,
  ended_at timestamptz,
  -- taken: the new address has become another account's; left: the account was disabled, or its deletion was asked for.
  outcome text check (outcome in ('changed', 'refused', 'withdrawn', 'replaced', 'taken', 'left')),
  check ((ended_at is null) = (outcome is null)),
  check (outcome <> 'changed' or (new_agreed_at is not null and old_agreed_at is not null)),
  check ((vouched_by is null) = (vouched_session is null)),
  check (vouched_by is null
    or (old_agreed_at is not null and lower(vouched_by) <> lower(asked_by) and vouched_session <> asked_session))
);
create unique index email_changes_open on email_changes (account_id) where ended_at is null;
create index email_changes_of_account on email_changes (account_id, new_email);
create index email_changes_expiry on email_changes (expires_at);

-- Browsers that an account logged in from: an attacker elsewhere delays nobody there.
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
  -- For the revocation at deletion.
  sealed_refresh_token bytea,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (provider, subject),
  unique (account_id, provider)
);

-- A code is bound to the session, the number and the purpose; comparisons are counted before they are made.
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
  voided_at timestamptz,
  -- What the SMS provider says of the message after it took it: its own number for it, and the last receipt.
  message_id text,
  delivery text check (delivery in ('pending', 'delivered', 'failed', 'unknown')),
  delivery_at timestamptz
);
create index otp_codes_of_phone on otp_codes (phone, created_at desc);
create index otp_codes_expiry on otp_codes (expires_at);
create index otp_codes_message on otp_codes (message_id) where message_id is not null;

-- One re-encoded square of 512 pixels an account; the key is its unguessable address and changes with the picture.
create table avatars (
  account_id uuid primary key references accounts (id) on delete cascade,
  key uuid not null unique,
  mime text not null check (mime in ('image/webp', 'image/jpeg')),
  body bytea not null,
  updated_at timestamptz not null
);

-- Log-ins of each minute, for the breaker that asks everybody for the captcha.
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

-- The outbox: written in the transaction of the verb, sent by a job, forgotten once sent. Addressee and words are sealed, because they
-- hold links that open accounts.
create table mails (
  id uuid primary key,
  kind text not null,
  account_id uuid references accounts (id) on delete set null,
  sealed_content bytea,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- When the mail server refused it for good: it is not sent again.
  refused_at timestamptz
);
create index mails_waiting on mails (created_at) where sent_at is null;
create index mails_of_account on mails (account_id, kind, created_at desc);

-- Answers to calls that carried an Idempotency-Key. The answer is sealed: it may hold a token. Null while the first call is under way.
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

-- Whoever polls is answered from memory, so whatever could change the answer says so: the person's words, the session that may ask, and
-- the dossier (0013-loyalty.sql). In the database, because no code that writes there shall have to remember it.
create function tell_enrollment_polls() returns trigger language plpgsql as $$
declare
  about text := case when tg_op = 'DELETE' then to_jsonb(old) ->> tg_argv[0] else to_jsonb(new) ->> tg_argv[0] end;
begin
  perform pg_notify('enrollment_polls', about);
  return null;
end
$$;
create trigger accounts_told after update of status, disabled_at, playersplus_id, civility_id, lastname, firstname, birthday on accounts
for each row when (
  (old.status, old.disabled_at, old.playersplus_id, old.civility_id, old.lastname, old.firstname, old.birthday)
  is distinct from
  (new.status, new.disabled_at, new.playersplus_id, new.civility_id, new.lastname, new.firstname, new.birthday)
)
execute function tell_enrollment_polls('id');
create trigger sessions_told after update of revoked_at, token_hash on sessions
for each row when ((old.revoked_at, old.token_hash) is distinct from (new.revoked_at, new.token_hash))
execute function tell_enrollment_polls('account_id');
create trigger sessions_gone_told after delete on sessions
for each row execute function tell_enrollment_polls('account_id');

-- A log-in waits for the database no longer than it must, so what it counts and opens is decided here, in one round trip.

-- Counts an attempt into its minute. Everybody's attempts of a minute meet here, so it comes last in a transaction.
create function count_login(attempted_at timestamptz, is_failure boolean) returns void language plpgsql as $$
begin
  insert into login_minutes (minute, attempts, failures)
  values (date_trunc('minute', attempted_at, 'UTC'), 1, is_failure::integer)
  on conflict (minute) do update set
    attempts = login_minutes.attempts + 1,
    failures = login_minutes.failures + excluded.failures;
end $$;

-- Reserves a guess of a password before it is compared: at its own key and at its account's from everywhere, or at neither, in the
-- order in which they are forgiven. A stranger's `own` failures of the last `delay_seconds` make the next one wait, from the `free`-th
-- on, `first_delay` seconds and twice that each time; `everywhere` is null for a browser that is known. Gives null or what had no room.
create function reserve_guess(
  own bytea, everywhere bytea, guessed_at timestamptz,
  own_limits integer[], own_seconds integer[], all_limits integer[], all_seconds integer[],
  free integer, first_delay integer, delay_seconds integer)
returns text language plpgsql as $$
declare
  failures integer;
  last_failure timestamptz;
begin
  if everywhere is not null then
    select count(*), max(h) into failures, last_failure
      from limit_windows, unnest(hits) h
      where key = own and h > guessed_at - make_interval(secs => delay_seconds);
    if failures >= free and last_failure + make_interval(secs => first_delay * 2 ^ (failures - free)) > guessed_at then
      return 'pause';
    end if;
  end if;
  if not limit_hit(own, guessed_at, own_limits, own_seconds) then
    return 'own';
  end if;
  if everywhere is not null and not limit_hit(everywhere, guessed_at, all_limits, all_seconds) then
    perform limit_take_back(own, guessed_at);
    return 'everywhere';
  end if;
  return null;
end $$;

-- The guess was right: the failures from its place are forgotten, and everywhere it never was one.
create function forgive_guess(own bytea, everywhere bytea, guessed_at timestamptz, attempted_at timestamptz)
returns void language plpgsql as $$
begin
  delete from limit_windows where key = own;
  perform limit_take_back(everywhere, guessed_at);
  perform count_login(attempted_at, false);
end $$;

create function open_session(
  session_id uuid, owner uuid, session_kind text, hash bytea, session_device text, opened_at timestamptz, ends_at timestamptz)
returns void language plpgsql as $$
begin
  insert into sessions (id, account_id, kind, token_hash, is_rotation_due, device, created_at, last_used_at, expires_at)
  values (session_id, owner, session_kind, hash, false, session_device, opened_at, opened_at, ends_at);
end $$;

-- A session for whoever has proved who they are, and the browser is known from now on. Whoever logs in again has thought better of a
-- deletion; the answer says whether one was under way, so that they are told.
--
-- Between the comparing of a password and the session that it opens the password may be changed, or its holder be disabled, and with that
-- all sessions end: one more may not come after them. So the account's row comes first, which waits for whoever is changing it, and
-- nothing else is written where the hash is no longer the one that was compared; null says so. Whoever proved to be somebody by other
-- means gives no hash.
--
-- What open_session does is written out: every `perform` of a function is a query of its own.
create function open_login(
  session_id uuid, owner uuid, session_kind text, hash bytea, session_device text, opened_at timestamptz, ends_at timestamptz,
  browser bytea, compared_hash text)
returns boolean language plpgsql as $$
declare
  was_leaving boolean;
begin
  update accounts a set last_seen_at = opened_at, inactivity_noticed_at = null, deletion_requested_at = null
    from accounts before
    where a.id = owner and before.id = a.id and a.disabled_at is null
      and (compared_hash is null or a.password_hash is not distinct from compared_hash)
    returning before.deletion_requested_at is not null into was_leaving;
  if was_leaving is null then
    return null;
  end if;
  insert into sessions (id, account_id, kind, token_hash, is_rotation_due, device, created_at, last_used_at, expires_at)
  values (session_id, owner, session_kind, hash, false, session_device, opened_at, opened_at, ends_at);
  insert into known_browsers (account_id, browser_hash, first_seen_at, last_seen_at)
  values (owner, browser, opened_at, opened_at)
  on conflict (account_id, browser_hash) do update set last_seen_at = excluded.last_seen_at;
  return was_leaving;
end $$;

-- A log-in asks the database once, when its password is hashed: the salt belongs to the address, so nothing has to be read for the hash.
--
-- Which account of an address a made hash opens, the confirmed one first, then pending ones, the newest first. Whether the guess had room
-- is decided in the same statement (reserve_guess), by the browser where it is known, otherwise by the place it comes from and by the
-- account from everywhere.
--
-- Anybody may register somebody's address anew and log in to what that makes, and a pending account's log-in is the same whether or not
-- its address is a member's besides. Were its failures forgotten, or its browser known, only because nobody had confirmed the address,
-- how soon the next guesses were refused would tell whether somebody had. So the confirmed account alone knows browsers, and its log-in
-- alone forgets failures.
--
-- Guesses at an address stand in line, so that the right one among many that come together is counted after those before it. With no
-- failure behind it it leaves no trace in the limits; after some it is counted as any other, and taken back with the session. Whoever
-- takes the account's row takes it before the limits'; `owner` is null where the hash opens nothing, or where the account was disabled
-- or given another password meanwhile.
--
-- While most log-ins fail, strangers are stopped uncounted until they have proved to be no machines ("attack"); without a hash nothing
-- but that is answered. Everybody's attempts of a minute meet in its count, so it comes last; what had no room is a failure there.
create function log_in(
  made_hash text, address text, browser bytea, guessed_at timestamptz, is_proven boolean,
  known_key bytea, known_limits integer[], known_seconds integer[],
  place_key bytea, place_limits integer[], place_seconds integer[],
  account_key bytea, account_limits integer[], account_seconds integer[],
  free integer, first_delay integer, delay_seconds integer,
  breaker_seconds integer, breaker_failures integer, breaker_share double precision,
  session_id uuid, session_kind text, session_hash bytea, session_device text, ends_at timestamptz, browser_from_now bytea)
returns table (stopped text, is_known boolean, owner uuid, was_leaving boolean) language plpgsql as $$
declare
  own_key bytea := place_key;
  everywhere bytea := account_key;
  confirmed uuid;
  is_clean boolean;
begin
  select coalesce(bool_or(k.browser_hash is not null) filter (where a.status = 'confirmed'), false),
      (array_agg(a.id order by a.status, a.created_at desc, a.id) filter (where a.password_hash = made_hash))[1],
      (array_agg(a.id) filter (where a.status = 'confirmed'))[1]
    into is_known, owner, confirmed
    from accounts a
    left join known_browsers k on k.account_id = a.id and k.browser_hash = browser
    where a.email = address and a.status in ('pending', 'confirmed') and a.disabled_at is null;
  if not is_known and not is_proven and exists (
    select 1 from login_minutes m
      where m.minute > guessed_at - make_interval(secs => breaker_seconds)
      having sum(m.failures) >= breaker_failures and sum(m.failures) >= sum(m.attempts) * breaker_share) then
    stopped := 'attack';
  end if;
  if stopped is not null or made_hash is null then
    owner := null;
    return next;
    return;
  end if;
  if is_known then
    own_key := known_key;
    everywhere := null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(encode(coalesce(everywhere, own_key), 'hex'), 0));
  is_clean := owner is not null and not exists (select 1 from limit_windows where key in (own_key, everywhere));
  if not is_clean then
    perform 1 from accounts where id = owner for no key update;
    if is_known then
      stopped := reserve_guess(own_key, null, guessed_at, known_limits, known_seconds, null, null, free, first_delay, delay_seconds);
    else
      stopped := reserve_guess(own_key, everywhere, guessed_at, place_limits, place_seconds, account_limits, account_seconds,
        free, first_delay, delay_seconds);
    end if;
    if stopped is not null then
      owner := null;
    end if;
  end if;
  if owner is not null then
    update accounts a set last_seen_at = guessed_at, inactivity_noticed_at = null, deletion_requested_at = null
      from accounts before
      where a.id = owner and before.id = a.id and a.disabled_at is null and a.password_hash = made_hash
      returning before.deletion_requested_at is not null into was_leaving;
    if was_leaving is null then
      owner := null;
    end if;
  end if;
  if owner is not null then
    insert into sessions (id, account_id, kind, token_hash, is_rotation_due, device, created_at, last_used_at, expires_at)
    values (session_id, owner, session_kind, session_hash, false, session_device, guessed_at, guessed_at, ends_at);
    insert into known_browsers (account_id, browser_hash, first_seen_at, last_seen_at)
    values (owner, browser_from_now, guessed_at, guessed_at)
    on conflict (account_id, browser_hash) do update set last_seen_at = excluded.last_seen_at;
    if not is_clean then
      perform limit_take_back(everywhere, guessed_at);
      if owner = confirmed then
        delete from limit_windows where key = own_key;
      else
        perform limit_take_back(own_key, guessed_at);
      end if;
    end if;
  end if;
  insert into login_minutes (minute, attempts, failures)
  values (date_trunc('minute', guessed_at, 'UTC'), 1, (owner is null)::integer)
  on conflict (minute) do update set
    attempts = login_minutes.attempts + 1,
    failures = login_minutes.failures + excluded.failures;
  return next;
end $$;
