-- The statements of these functions look a handful of rows up by key, whatever is asked: one plan a session serves them all, and
-- planning them anew took a third of every posting.
alter function ledger_post(jsonb) set plan_cache_mode = force_generic_plan;
alter function ledger_check_legs() set plan_cache_mode = force_generic_plan;
