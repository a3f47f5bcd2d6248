-- What every room stands on: the versions of what is cached, the counting of attempts, and who is at work.
-- In all tables texts in several languages are jsonb objects {fr, en}, amounts are integer minor units, instants are timestamptz.

-- One version a tag: a save raises it and notifies; a node that lost its LISTEN connection reads the table again.
create table cache_versions (
  tag text primary key,
  version bigint not null
);

-- Sliding windows: the instants of the hits that still count, one row a key, so that one statement decides. The key is a hash: nobody's
-- number or address is kept here.
create table limit_windows (
  key bytea primary key,
  hits timestamptz[] not null,
  expires_at timestamptz not null
);
create index limit_windows_expiry on limit_windows (expires_at);

-- Functions are in PL/pgSQL, which keeps its plans as long as the connection lives. One in SQL is parsed and planned anew by every
-- statement that calls it.

-- Counts a hit where each window, `limits[i]` hits in `seconds[i]`, has room for it (half-open: the instant exactly so long ago counts no
-- more). The row's lock makes it right for any number of callers.
create function limit_hit(limit_key bytea, hit_at timestamptz, limits integer[], seconds integer[])
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

-- Takes back one hit of that instant; others of it stay.
create function limit_take_back(limit_key bytea, hit_at timestamptz) returns void language plpgsql as $$
begin
  update limit_windows set
    hits = hits[:array_position(hits, hit_at) - 1] || hits[array_position(hits, hit_at) + 1:]
  where key = limit_key and array_position(hits, hit_at) is not null;
end $$;

-- Whoever works for one venue says so in its transaction (venue-rows.server.ts), and then reaches that venue's rows alone: policies of
-- the tables see to it, beside what the code asks for. Where nothing is said (visitors, jobs, the import command) every row is there.
-- What visitors see may be read from everywhere and written by its own venue only; what staff alone see is not there for another
-- venue's staff. Gives the number that `setting` (establishment, project or site) has in this transaction, or null.
create function venue_at_work(setting text) returns integer language sql stable parallel safe
  as $$ select nullif(current_setting('baize.' || setting, true), '')::integer $$;
