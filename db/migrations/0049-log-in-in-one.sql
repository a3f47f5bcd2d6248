-- A log-in asks the database once, when its password is hashed: the salt belongs to the address, so nothing has to be read for the hash.

-- Which account of an address a made hash opens, the confirmed one first, then pending ones, the newest first. Whether the guess had room
-- is decided in the same statement (reserve_guess), by the browser where it is known, otherwise by the place it comes from and by the
-- account from everywhere. Anybody may register somebody's address anew and log in to what that makes: so a browser is known where the
-- confirmed account knows it, or each of those that wait where none is confirmed, and failures are forgotten only by the log-in of the
-- confirmed account or of the only one.
--
-- Guesses at an address stand in line, so that the right one among many that come together is counted after those before it. With no
-- failure behind it it leaves no trace in the limits; after some it is counted as any other, and taken back with the session. Whoever takes
-- the account's row takes it before the limits' (password.server.ts); `owner` is null where the hash opens nothing, or where the account was
-- disabled or given another password meanwhile (0044).
--
-- While most log-ins fail, strangers are stopped uncounted until they have proved to be no machines ("attack"); without a hash nothing but
-- that is answered. Everybody's attempts of a minute meet in its count, so it comes last; what had no room is a failure there.
--
-- begin_login and the guess of open_login stay for nodes of the release before (F23).
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
  others integer;
  is_clean boolean;
begin
  select coalesce(bool_and(k.browser_hash is not null) filter (where a.status = 'confirmed'), bool_and(k.browser_hash is not null), false),
      (array_agg(a.id order by a.status, a.created_at desc, a.id) filter (where a.password_hash = made_hash))[1],
      (array_agg(a.id) filter (where a.status = 'confirmed'))[1], count(*) - 1
    into is_known, owner, confirmed, others
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
      if owner = confirmed or others = 0 then
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
