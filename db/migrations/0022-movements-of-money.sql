-- Every movement of a person's money, whichever way it came or went, and what a person moved in a gaming day over all venues of a country
-- (articles R.561-10 and L.561-13 of the Code monétaire et financier).

create table aml_movements (
  id bigint generated always as identity primary key,
  membership_id text not null references memberships (id),
  site_id integer not null,
  gaming_day date not null,
  kind text not null check (kind in ('bank_credit', 'till_load', 'refund', 'till_payout')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('EUR', 'CHF')),
  moved_at timestamptz not null,
  -- The posting that moved it: a movement counts once.
  key text not null unique
);
create index aml_movements_of_person on aml_movements (membership_id, gaming_day, site_id);
create index aml_movements_day on aml_movements (gaming_day);
alter table aml_movements enable row level security, force row level security;
create policy own_venue on aml_movements
  using ((select venue_at_work('site')) is null or site_id = (select venue_at_work('site')));

-- The group's totals, which name no venue: all that staff of one venue see of the others.
create table aml_totals (
  membership_id text not null references memberships (id),
  country text not null check (country in ('FR', 'CH', 'BE')),
  currency text not null check (currency in ('EUR', 'CHF')),
  gaming_day date not null,
  total_minor bigint not null check (total_minor > 0),
  -- When the total reached the country's threshold of a day.
  alerted_at timestamptz,
  -- When the days up to this one reached the threshold of several days, each below that of one.
  structured_at timestamptz,
  primary key (membership_id, country, currency, gaming_day)
);
create index aml_totals_day on aml_totals (gaming_day);
create index aml_totals_days on aml_totals (country, currency, gaming_day desc);
create index aml_totals_alerts on aml_totals (country, currency, gaming_day desc)
  where alerted_at is not null or structured_at is not null;

-- The earlier register had top-ups only, summed by venue and day.
insert into aml_movements (membership_id, site_id, gaming_day, kind, amount_minor, currency, moved_at, key)
select membership_id, aml_days.site_id, gaming_day, 'bank_credit', total_minor,
  case establishments.country when 'CH' then 'CHF' else 'EUR' end,
  coalesce(alerted_at, (gaming_day + time '10:00') at time zone 'Europe/Paris'),
  concat_ws(':', 'day', aml_days.site_id, gaming_day, membership_id, total_minor)
from aml_days left join establishments on establishments.site_id = aml_days.site_id;
insert into aml_totals (membership_id, country, currency, gaming_day, total_minor, alerted_at)
select membership_id, country, currency, gaming_day, sum(total_minor), min(alerted_at)
from (
  select aml_days.*, coalesce(establishments.country, 'FR') as country,
    case establishments.country when 'CH' then 'CHF' else 'EUR' end as currency
  from aml_days left join establishments on establishments.site_id = aml_days.site_id
) as days
group by membership_id, country, currency, gaming_day;

-- Nodes of the version before still count top-ups in aml_days during an update; what they add is taken over. Nothing reads aml_days now.
create function take_over_aml_day() returns trigger language plpgsql as $$
declare
  added bigint := new.total_minor - case tg_op when 'UPDATE' then old.total_minor else 0 end;
  country_of_site text := coalesce((select country from establishments where site_id = new.site_id), 'FR');
  currency_of_site text := case country_of_site when 'CH' then 'CHF' else 'EUR' end;
begin
  if added > 0 then
    insert into aml_movements (membership_id, site_id, gaming_day, kind, amount_minor, currency, moved_at, key)
    values (
      new.membership_id, new.site_id, new.gaming_day, 'bank_credit', added, currency_of_site, now(),
      concat_ws(':', 'day', new.site_id, new.gaming_day, new.membership_id, new.total_minor)
    );
    insert into aml_totals (membership_id, country, currency, gaming_day, total_minor)
    values (new.membership_id, country_of_site, currency_of_site, new.gaming_day, added)
    on conflict (membership_id, country, currency, gaming_day) do update
    set total_minor = aml_totals.total_minor + excluded.total_minor;
  end if;
  update aml_totals set alerted_at = new.alerted_at
  where alerted_at is null and new.alerted_at is not null and membership_id = new.membership_id
    and country = country_of_site and currency = currency_of_site and gaming_day = new.gaming_day;
  return null;
end $$;
create trigger aml_days_taken_over after insert or update on aml_days
for each row execute function take_over_aml_day();
