-- What happens at a house, and from when to when visitors are told of it.
create table announcements (
  id integer primary key,
  establishment_id integer not null references establishments (id) on delete cascade,
  slug text not null,
  is_show boolean not null,
  title jsonb not null,
  text jsonb not null,
  picture_key text not null references pictures (key),
  start_at timestamptz not null,
  end_at timestamptz,
  broadcast_start_at timestamptz not null,
  broadcast_end_at timestamptz not null,
  reservation_url text,
  billetweb_id text,
  check (end_at is null or end_at >= start_at),
  check (broadcast_end_at > broadcast_start_at)
);
create index announcements_of_establishment on announcements (establishment_id, start_at, id);
alter table announcements enable row level security, force row level security;
create policy own_venue on announcements
  using ((select venue_at_work('establishment')) is null or establishment_id = (select venue_at_work('establishment')));
create policy everybody_reads on announcements for select using (true);
