-- Jackpots that were paid, as the floors tell them, and those that grow at the moment.

create table jackpots (
  id bigint generated always as identity primary key,
  site_id integer not null references establishments (site_id) on delete cascade,
  site_slot integer not null check (site_slot >= 0),
  model text not null,
  amount_minor bigint not null check (amount_minor > 0),
  payment_date timestamptz not null,
  event_id text not null,
  unique (site_id, event_id)
);
create index jackpots_latest on jackpots (site_id, payment_date desc, id desc);
create index jackpots_of_slot on jackpots (site_id, site_slot, payment_date desc, id desc);
create index jackpots_top on jackpots (site_id, amount_minor desc, payment_date);
alter table jackpots enable row level security, force row level security;
create policy own_venue on jackpots
  using ((select venue_at_work('site')) is null or site_id = (select venue_at_work('site')));
create policy everybody_reads on jackpots for select using (true);

create table live_jackpots (
  name text primary key,
  amount_minor bigint not null check (amount_minor >= 0),
  updated_at timestamptz not null
);
