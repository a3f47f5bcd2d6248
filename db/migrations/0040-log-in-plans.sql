-- A function in SQL is parsed and planned anew by every statement that calls it; one in PL/pgSQL keeps its plans as long as the
-- connection lives. What a log-in goes through is of the second kind.

create or replace function limit_take_back(limit_key bytea, hit_at timestamptz) returns void language plpgsql as $$
begin
  update limit_windows set
    hits = hits[:array_position(hits, hit_at) - 1] || hits[array_position(hits, hit_at) + 1:]
  where key = limit_key and array_position(hits, hit_at) is not null;
end $$;

create or replace function count_login(attempted_at timestamptz, is_failure boolean) returns void language plpgsql as $$
begin
  insert into login_minutes (minute, attempts, failures)
  values (date_trunc('minute', attempted_at, 'UTC'), 1, is_failure::integer)
  on conflict (minute) do update set
    attempts = login_minutes.attempts + 1,
    failures = login_minutes.failures + excluded.failures;
end $$;

create or replace function open_session(
  session_id uuid, owner uuid, session_kind text, hash bytea, session_device text, opened_at timestamptz, ends_at timestamptz)
returns void language plpgsql as $$
begin
  insert into sessions (id, account_id, kind, token_hash, is_rotation_due, device, created_at, last_used_at, expires_at)
  values (session_id, owner, session_kind, hash, false, session_device, opened_at, opened_at, ends_at);
end $$;

-- The longest window without a query of its own.
create or replace function limit_hit(limit_key bytea, hit_at timestamptz, limits integer[], seconds integer[])
returns boolean language plpgsql as $$
declare
  lasts integer;
  longest_seconds integer := 0;
  longest interval;
begin
  foreach lasts in array seconds loop
    longest_seconds := greatest(longest_seconds, lasts);
  end loop;
  longest := make_interval(secs => longest_seconds);
  insert into limit_windows (key, hits, expires_at)
  values (limit_key, array[hit_at], hit_at + longest)
  on conflict (key) do update set
    hits = array_append(array(select h from unnest(limit_windows.hits) h where h > hit_at - longest order by h), hit_at),
    expires_at = excluded.expires_at
  where not exists (
    select 1 from unnest(limits, seconds) w (most, span)
    where (select count(*) from unnest(limit_windows.hits) h where h > hit_at - make_interval(secs => w.span)) >= w.most);
  return found;
end $$;

-- A guess need not be on the disk before its password is hashed: what tells how it ended (open_login, count_login, limit_take_back) is
-- written after it into the same log and waits for the disk, so whoever learns an answer is counted for good. It is a statement of its
-- own, never a part of a longer transaction.
create or replace function begin_login(
  address text, browser bytea, guessed_at timestamptz, is_proven boolean,
  known_key bytea, known_limits integer[], known_seconds integer[],
  place_key bytea, place_limits integer[], place_seconds integer[],
  account_key bytea, account_limits integer[], account_seconds integer[],
  free integer, first_delay integer, delay_seconds integer,
  breaker_seconds integer, breaker_failures integer, breaker_share double precision)
returns table (stopped text, is_known boolean, candidates json) language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
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

-- Says besides whether the account was on its way to be deleted, so that whoever kept it by logging in is told.
drop function open_login(uuid, uuid, text, bytea, text, timestamptz, timestamptz, bytea, bytea, bytea, timestamptz);
create function open_login(
  session_id uuid, owner uuid, session_kind text, hash bytea, session_device text, opened_at timestamptz, ends_at timestamptz,
  browser bytea, guess_key bytea, guess_account_key bytea, guessed_at timestamptz)
returns boolean language plpgsql as $$
declare
  was_leaving boolean;
begin
  perform open_session(session_id, owner, session_kind, hash, session_device, opened_at, ends_at);
  insert into known_browsers (account_id, browser_hash, first_seen_at, last_seen_at)
  values (owner, browser, opened_at, opened_at)
  on conflict (account_id, browser_hash) do update set last_seen_at = excluded.last_seen_at;
  update accounts a set last_seen_at = opened_at, inactivity_noticed_at = null, deletion_requested_at = null
    from accounts before
    where a.id = owner and before.id = a.id
    returning before.deletion_requested_at is not null into was_leaving;
  if guess_key is not null then
    perform forgive_guess(guess_key, guess_account_key, guessed_at, opened_at);
  end if;
  return was_leaving;
end $$;
