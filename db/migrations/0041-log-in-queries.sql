-- A log-in in fewer queries: every `perform` of a function is one of its own.

-- As before, but for what tells the commit not to wait: an expression, where `perform` would be a query.
create or replace function begin_login(
  address text, browser bytea, guessed_at timestamptz, is_proven boolean,
  known_key bytea, known_limits integer[], known_seconds integer[],
  place_key bytea, place_limits integer[], place_seconds integer[],
  account_key bytea, account_limits integer[], account_seconds integer[],
  free integer, first_delay integer, delay_seconds integer,
  breaker_seconds integer, breaker_failures integer, breaker_share double precision)
returns table (stopped text, is_known boolean, candidates json) language plpgsql as $$
begin
  stopped := set_config('synchronous_commit', 'off', true);
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

-- As before, with what open_session, forgive_guess, limit_take_back and count_login do written out.
create or replace function open_login(
  session_id uuid, owner uuid, session_kind text, hash bytea, session_device text, opened_at timestamptz, ends_at timestamptz,
  browser bytea, guess_key bytea, guess_account_key bytea, guessed_at timestamptz)
returns boolean language plpgsql as $$
declare
  was_leaving boolean;
begin
  insert into sessions (id, account_id, kind, token_hash, is_rotation_due, device, created_at, last_used_at, expires_at)
  values (session_id, owner, session_kind, hash, false, session_device, opened_at, opened_at, ends_at);
  insert into known_browsers (account_id, browser_hash, first_seen_at, last_seen_at)
  values (owner, browser, opened_at, opened_at)
  on conflict (account_id, browser_hash) do update set last_seen_at = excluded.last_seen_at;
  update accounts a set last_seen_at = opened_at, inactivity_noticed_at = null, deletion_requested_at = null
    from accounts before
    where a.id = owner and before.id = a.id
    returning before.deletion_requested_at is not null into was_leaving;
  if guess_key is null then
    return was_leaving;
  end if;
  delete from limit_windows where key = guess_key;
  if guess_account_key is not null then
    update limit_windows set
      hits = hits[:array_position(hits, guessed_at) - 1] || hits[array_position(hits, guessed_at) + 1:]
    where key = guess_account_key and array_position(hits, guessed_at) is not null;
  end if;
  insert into login_minutes (minute, attempts, failures)
  values (date_trunc('minute', opened_at, 'UTC'), 1, 0)
  on conflict (minute) do update set attempts = login_minutes.attempts + 1;
  return was_leaving;
end $$;
