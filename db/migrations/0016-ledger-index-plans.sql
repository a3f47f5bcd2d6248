-- A session plans each statement of these functions once. What it planned on a young site's nearly empty tables read the whole
-- of them at every posting from then on, until the tables were next analysed: they look rows up by key, and are told so.
alter function ledger_post(jsonb) set enable_seqscan = off;
alter function ledger_check_entry() set plan_cache_mode = force_generic_plan;
alter function ledger_check_entry() set enable_seqscan = off;

-- The same rule, asked once of all entries of the statement instead of once an entry.
create or replace function ledger_check_legs() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (
    select from (
      select leg.entry_id, sum(leg.amount_minor) as total, count(*) as legs,
        count(*) filter (where account.asset = entry.asset
          and (account.kind = 'customer') = (leg.balance_minor is not null)) as fitting, entry.leg_count
      from (select distinct entry_id from new_legs) made
      join ledger_legs leg on leg.entry_id = made.entry_id
      left join ledger_entries entry on entry.id = made.entry_id
      left join ledger_accounts account on account.id = leg.account_id
      group by leg.entry_id, entry.leg_count
    ) as found
    where found.leg_count is null or found.total <> 0 or found.legs <> found.leg_count or found.fitting <> found.legs
  ) then
    raise exception 'The legs of a ledger entry are not whole' using errcode = 'check_violation';
  end if;
  return null;
end $$;
