-- A pending account's log-in is the same whether or not its address is a member's besides (G50, T13). Anybody may register an address and
-- log in to what that makes: where its log-in forgot the failures, or made its browser known, only because nobody had confirmed the address,
-- how soon the next guesses were refused told whether somebody had. So the confirmed account alone knows browsers, and its log-in alone
-- forgets failures; everything else is as in 0049-log-in-in-one.sql.
--
-- The signature is the same: nodes of the release before call it too (F23).
create or replace function log_in(
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
