-- The casino floor's API: the tills' keys, hashed, and the answers given to its writes.

create table floor_keys (
  key_hash text primary key,
  site_id integer not null references establishments (site_id) on delete cascade
);
alter table floor_keys enable row level security, force row level security;
create policy own_venue on floor_keys
  using ((select venue_at_work('site')) is null or site_id = (select venue_at_work('site')));

-- A till's key is looked up once and remembered by every node, so whatever could change whose it is says so, a hand at the database
-- included.
create function tell_floor_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('floor_keys', case when tg_op = 'INSERT' then new.key_hash else old.key_hash end);
  return null;
end $$;
create trigger floor_keys_told after insert or update or delete on floor_keys for each row execute function tell_floor_keys();

-- Each event_id is applied at most once. No foreign key: every event of a house's tills would share a lock on the one row of that house
-- until it committed; whose the event is stands in its key (floor_keys).
create table floor_events (
  site_id integer not null,
  event_id text not null,
  call text not null,
  request_hash text not null,
  status integer not null,
  answer jsonb not null,
  received_at timestamptz not null,
  primary key (site_id, event_id)
);
alter table floor_events enable row level security, force row level security;
create policy own_venue on floor_events
  using ((select venue_at_work('site')) is null or site_id = (select venue_at_work('site')));
