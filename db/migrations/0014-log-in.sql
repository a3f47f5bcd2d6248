-- Counting in as few round trips as there are decisions: a log-in waits for the database no longer than it must.

-- Counts a hit where each window, `limits[i]` hits in `seconds[i]`, has room for it (half-open: the instant exactly so long ago
-- counts no more). The row's lock makes it right for any number of callers.
create function limit_hit(limit_key bytea, hit_at timestamptz, limits integer[], seconds integer[])
returns boolean language plpgsql as $$
declare
  longest interval := make_interval(secs => (select max(s) from unnest(seconds) s));
begin
  insert into limit_windows (key, hits, expires_at)
  values (limit_key, array[hit_at], hit_at + longest)
  on conflict (key) do update set
    hits = array_append(array(select h from unnest(limit_windows.hits) h where h > hit_at - longest order by h), hit_at),
    expires_at = excluded.expires_at
  where not exists (
    select 1 from unnest(limits, seconds) w (most, lasts)
    where (select count(*) from unnest(limit_windows.hits) h where h > hit_at - make_interval(secs => w.lasts)) >= w.most);
  return found;
end $$;

-- Takes back one hit of that instant; others of it stay.
create function limit_take_back(limit_key bytea, hit_at timestamptz) returns void language sql as $$
  update limit_windows set
    hits = hits[:array_position(hits, hit_at) - 1] || hits[array_position(hits, hit_at) + 1:]
  where key = limit_key and array_position(hits, hit_at) is not null
$$;

-- Counts an attempt into its minute. Everybody's attempts of a minute meet here, so it comes last in a transaction.
create function count_login(attempted_at timestamptz, is_failure boolean) returns void language sql as $$
  insert into login_minutes (minute, attempts, failures)
  values (date_trunc('minute', attempted_at, 'UTC'), 1, is_failure::integer)
  on conflict (minute) do update set
    attempts = login_minutes.attempts + 1,
    failures = login_minutes.failures + excluded.failures
$$;

-- Reserves a guess of a password before it is compared: at its own key and at its account's from everywhere, or at neither, in the
-- order in which they are forgiven. A stranger's `own` failures of the last `delay_seconds` make the next one wait, from the
-- `free`-th on, `first_delay` seconds and twice that each time; `everywhere` is null for a browser that is known. Gives null or what
-- had no room.
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
