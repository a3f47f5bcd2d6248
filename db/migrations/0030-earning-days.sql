-- What a card has earned at a venue in a gaming day, as its tills report it: the venue's ceiling is checked and counted by one statement.
create table earning_days (
  site_id integer not null,
  membership_id text not null references memberships (id),
  gaming_day date not null,
  earned_minor bigint not null check (earned_minor >= 0),
  primary key (site_id, membership_id, gaming_day)
);
create index earning_days_day on earning_days (gaming_day);
alter table earning_days enable row level security, force row level security;
create policy own_venue on earning_days
  using ((select venue_at_work('site')) is null or site_id = (select venue_at_work('site')));
