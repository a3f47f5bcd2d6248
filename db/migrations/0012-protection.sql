-- Top-ups a member, venue and gaming day, which the law against money laundering has a house watch (articles R.561-10 and L.561-13 of the
-- Code monétaire et financier): a register of its own that staff read. The membership is one of the programme (0013-loyalty.sql).
create table aml_days (
  membership_id text not null,
  site_id integer not null,
  gaming_day date not null,
  total_minor bigint not null check (total_minor > 0),
  alerted_at timestamptz,
  primary key (site_id, gaming_day, membership_id)
);
create index aml_days_alerts on aml_days (alerted_at desc) where alerted_at is not null;
alter table aml_days enable row level security, force row level security;
create policy own_venue on aml_days
  using ((select venue_at_work('site')) is null or site_id = (select venue_at_work('site')));
