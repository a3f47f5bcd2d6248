-- A log-in asks the database twice: once before its password is hashed, once after.

-- Before: which accounts of an address the password may open, the confirmed one first, then pending ones, the newest first; and the
-- guess is counted, by the browser where one of them knows it, otherwise by the place it comes from and by the account from everywhere
-- (reserve_guess). While most log-ins fail, strangers are stopped uncounted until they have proved to be no machines. `stopped` is
-- null where the password may be compared.
create function begin_login(
  address text, browser bytea, guessed_at timestamptz, is_proven boolean,
  known_key bytea, known_limits integer[], known_seconds integer[],
  place_key bytea, place_limits integer[], place_seconds integer[],
  account_key bytea, account_limits integer[], account_seconds integer[],
  free integer, first_delay integer, delay_seconds integer,
  breaker_seconds integer, breaker_failures integer, breaker_share double precision)
returns table (stopped text, is_known boolean, candidates json) language plpgsql as $$
begin
  select coalesce(json_agg(json_build_object('id', found.id, 'password_hash', found.password_hash) order by found.place), '[]'),
      coalesce(bool_or(found.knows_browser), false)
    into candidates, is_known
    from (
      select a.id, a.password_hash, k.browser_hash is not null as knows_browser,
          row_number() over (order by a.status, a.created_at desc, a.id) as place
        from accounts a
        left join known_browsers k on k.account_id = a.id and k.browser_hash = browser
        where a.email = address and a.status in ('pending', 'confirmed') and a.disabled_at is null
        order by place
        limit 50) found;
  if is_known then
    stopped := reserve_guess(known_key, null, guessed_at, known_limits, known_seconds, null, null, free, first_delay, delay_seconds);
  elsif not is_proven and exists (
    select 1 from login_minutes m
      where m.minute > guessed_at - make_interval(secs => breaker_seconds)
      having sum(m.failures) >= breaker_failures and sum(m.failures) >= sum(m.attempts) * breaker_share) then
    stopped := 'attack';
  else
    stopped := reserve_guess(place_key, account_key, guessed_at, place_limits, place_seconds, account_limits, account_seconds,
      free, first_delay, delay_seconds);
  end if;
  return next;
end $$;

create function open_session(
  session_id uuid, owner uuid, session_kind text, hash bytea, session_device text, opened_at timestamptz, ends_at timestamptz)
returns void language sql as $$
  insert into sessions (id, account_id, kind, token_hash, is_rotation_due, device, created_at, last_used_at, expires_at)
  values (session_id, owner, session_kind, hash, false, session_device, opened_at, opened_at, ends_at)
$$;

-- After: a session for whoever has proved who they are, and the browser is known from now on. Whoever logs in again has thought better
-- of a deletion. The guess, where there was one, is forgiven last: everybody's attempts of a minute meet there.
create function open_login(
  session_id uuid, owner uuid, session_kind text, hash bytea, session_device text, opened_at timestamptz, ends_at timestamptz,
  browser bytea, guess_key bytea, guess_account_key bytea, guessed_at timestamptz)
returns void language plpgsql as $$
begin
  perform open_session(session_id, owner, session_kind, hash, session_device, opened_at, ends_at);
  insert into known_browsers (account_id, browser_hash, first_seen_at, last_seen_at)
  values (owner, browser, opened_at, opened_at)
  on conflict (account_id, browser_hash) do update set last_seen_at = excluded.last_seen_at;
  update accounts set last_seen_at = opened_at, inactivity_noticed_at = null, deletion_requested_at = null where id = owner;
  if guess_key is not null then
    perform forgive_guess(guess_key, guess_account_key, guessed_at, opened_at);
  end if;
end $$;
