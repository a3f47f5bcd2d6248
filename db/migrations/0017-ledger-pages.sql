-- A page of a customer's statement, the newest first; `before_entry` is where the page before ended, null for the first. Most accounts
-- are short, so the planner takes every account for short: it read a whole life of thousands of movements, sorted it, and gave twenty
-- of them. The index has them in order: it is told to walk along it and to stop.
create function ledger_page(account_name text, before_entry bigint, page_size integer)
returns table (
  id bigint, key text, kind text, details jsonb, posted_at timestamptz, amount_minor bigint, balance_minor bigint
)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  account bigint := (select a.id from ledger_accounts a where a.name = account_name);
begin
  return query
    select entry.id, entry.key, entry.kind, entry.details, entry.posted_at, leg.amount_minor, leg.balance_minor
    from ledger_legs leg join ledger_entries entry on entry.id = leg.entry_id
    where leg.account_id = account and leg.balance_minor is not null
      and leg.entry_id < coalesce(before_entry, 9223372036854775807)
    order by leg.entry_id desc limit page_size;
end $$;
