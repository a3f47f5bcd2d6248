-- The registers of exclusions: a verdict is kept once, with its last repetition, and each member has an instant at which a register is
-- asked next.

-- When the register said the same again for the last time; null while it has not.
alter table exclusion_verdicts add column repeated_at timestamptz check (repeated_at >= checked_at);
-- Room for that in place.
alter table exclusion_verdicts set (fillfactor = 70);

-- Of equal verdicts in a row the first stays, and tells when the last was given.
create temporary table verdict_runs on commit drop as
with told as (
  select id, coalesce(membership_id, enrollment_id::text) as person, source, checked_at,
    lag(verdict) over in_order is distinct from verdict as is_change
  from exclusion_verdicts
  window in_order as (partition by coalesce(membership_id, enrollment_id::text), source order by checked_at, id)
), numbered as (
  select told.*, count(*) filter (where is_change) over (partition by person, source order by checked_at, id) as run
  from told
)
select id, is_change, max(checked_at) over (partition by person, source, run) as last_at from numbered;
update exclusion_verdicts set repeated_at = verdict_runs.last_at
from verdict_runs
where verdict_runs.id = exclusion_verdicts.id and is_change and last_at > checked_at;
delete from exclusion_verdicts using verdict_runs where verdict_runs.id = exclusion_verdicts.id and not is_change;

drop index exclusion_verdicts_membership;
create index exclusion_verdicts_membership on exclusion_verdicts (membership_id, source);

-- The daily question about each member. Nodes of the version before still write memberships.exclusion_checked_at, which nothing reads now.
create table exclusion_checks (
  membership_id text primary key references memberships (id),
  -- Whose register is asked: the home site's country.
  country text not null check (country in ('FR', 'CH', 'BE')),
  -- The last answer to the daily question; before the first one, the instant of joining.
  since timestamptz not null,
  -- Questions since then that got no answer.
  unanswered smallint not null default 0 check (unanswered >= 0),
  -- Infinity while the membership is disabled or erased.
  due_at timestamptz not null
);
create index exclusion_checks_due on exclusion_checks (country, due_at, membership_id);
create index exclusion_checks_unanswered on exclusion_checks (since) where unanswered > 0;

insert into exclusion_checks (membership_id, country, since, due_at)
select memberships.id, coalesce(establishments.country, 'FR'), coalesce(exclusion_checked_at, joined_at),
  case
    when status <> 'active' or firstname is null or birthday is null then 'infinity'
    else coalesce(exclusion_checked_at + interval '20 hours', joined_at)
  end
from memberships
left join establishments on establishments.site_id = memberships.home_site_id
where lastname is not null;
drop index memberships_exclusion_due;

create function schedule_exclusion_check() returns trigger language plpgsql as $$
begin
  if new.status <> 'active' or new.lastname is null or new.firstname is null or new.birthday is null then
    update exclusion_checks set due_at = 'infinity', unanswered = 0 where membership_id = new.id;
    return null;
  end if;
  insert into exclusion_checks (membership_id, country, since, due_at)
  values (
    new.id,
    coalesce((select country from establishments where site_id = new.home_site_id), 'FR'),
    new.joined_at,
    new.joined_at
  )
  on conflict (membership_id) do update
  set country = excluded.country, due_at = '-infinity'
  where exclusion_checks.country <> excluded.country or exclusion_checks.due_at = 'infinity';
  return null;
end $$;
create trigger memberships_exclusion_check
after insert or update of status, home_site_id, lastname, firstname, birthday on memberships
for each row execute function schedule_exclusion_check();

-- There is one row while a round of daily questions runs, on whichever node. A round whose node died ends by itself.
create table exclusion_rounds (
  is_running boolean primary key check (is_running),
  claim uuid not null,
  claimed_until timestamptz not null
);
