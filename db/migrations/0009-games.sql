-- The games that a house offers, and how many of each.
create table games (
  establishment_id integer not null references establishments (id) on delete cascade,
  key text not null,
  position integer not null,
  picture_key text not null references pictures (key),
  number integer not null check (number >= 0),
  label jsonb not null,
  presentation jsonb,
  open_hour text check (open_hour ~ '^([01]?[0-9]|2[0-3]):[0-5][0-9]$'),
  stake_min_minor bigint check (stake_min_minor >= 0),
  rules_url text,
  primary key (establishment_id, key)
);
alter table games enable row level security, force row level security;
create policy own_venue on games
  using ((select venue_at_work('establishment')) is null or establishment_id = (select venue_at_work('establishment')));
create policy everybody_reads on games for select using (true);
