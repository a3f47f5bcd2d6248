-- A bounded repetition is matched state by state: it took as long as all the rest of a balance's update, which checks it again.
alter table ledger_accounts
  drop constraint ledger_accounts_name_check,
  drop constraint ledger_accounts_asset_check,
  add constraint ledger_accounts_name_check check (length(name) between 1 and 120 and name !~ '[^!-~]'),
  add constraint ledger_accounts_asset_check check (length(asset) between 2 and 8 and asset !~ '[^A-Z]');

-- Posts all of `asked` or nothing, in one round trip. Each posting is {key, kind, asset, at, details, legs: [{account, amount,
-- least?}]}, amounts as texts; `least` is what the leg must leave at least, where the account has no such floor for ever. Gives a
-- line a leg; a key that was posted before gives the legs of then. What goes below or above a bound gives its line with a
-- refusal, and nothing is posted.
create or replace function ledger_post(asked jsonb)
returns table (posting integer, entry_id bigint, is_new boolean, account text, amount_minor bigint, balance_minor bigint, refusal text)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  p jsonb;
  keys text[] := '{}';
  known text[];
  -- The legs, one after the other.
  leg_postings integer[] := '{}';
  leg_names text[] := '{}';
  leg_amounts bigint[] := '{}';
  leg_leasts bigint[] := '{}';
  leg_accounts integer[] := '{}';
  leg_entries bigint[] := '{}';
  leg_balances bigint[] := '{}';
  leg_refusals text[] := '{}';
  -- The accounts that they name, by id. `moves` is null for the house.
  account_ids bigint[] := '{}';
  account_names text[] := '{}';
  floors bigint[] := '{}';
  limits bigint[] := '{}';
  moves bigint[] := '{}';
  befores bigint[];
  is_moved boolean[];
  is_refused boolean := false;
  one record;
  at integer;
  balance bigint;
  held bigint;
  made bigint;
  leg integer := 0;
begin
  for i in 1 .. jsonb_array_length(asked) loop
    keys := keys || (asked -> (i - 1) ->> 'key');
    p := asked -> (i - 1) -> 'legs';
    for j in 0 .. jsonb_array_length(p) - 1 loop
      leg_postings := leg_postings || i;
      leg_names := leg_names || (p -> j ->> 'account');
      leg_amounts := leg_amounts || (p -> j ->> 'amount')::bigint;
      leg_leasts := leg_leasts || (p -> j ->> 'least')::bigint;
    end loop;
  end loop;

  for one in
    select id, name, floor_minor, limit_minor, case kind when 'customer' then 0::bigint end as move
    from ledger_accounts where name = any (leg_names) order by id
  loop
    account_ids := account_ids || one.id;
    account_names := account_names || one.name;
    floors := floors || one.floor_minor;
    limits := limits || one.limit_minor;
    moves := moves || one.move;
  end loop;
  for i in 1 .. cardinality(leg_names) loop
    at := array_position(account_names, leg_names[i]);
    if at is null then raise exception 'A ledger account was never opened: %', leg_names[i]; end if;
    leg_accounts := leg_accounts || at;
    moves[at] := moves[at] + leg_amounts[i];
  end loop;

  -- Customers' balances move first, as if every key were new: the update is the lock, taken in one order everywhere, so that two
  -- postings never wait for each other. Each later statement sees what was committed while it waited: a key that is known by now
  -- is taken out of the moves, and they are made again.
  loop
    befores := '{}';
    is_moved := '{}';
    for i in 1 .. cardinality(account_ids) loop
      held := null;
      balance := null;
      -- Where the move passes a bound the row is locked and asked again: until then another may have made room.
      while moves[i] is not null and balance is null loop
        update ledger_accounts set balance_minor = balance_minor + moves[i]
          where id = account_ids[i] and (floor_minor is null or balance_minor + moves[i] >= floor_minor)
            and (limit_minor is null or balance_minor + moves[i] <= limit_minor)
          returning balance_minor - moves[i] into balance;
        exit when balance is not null or held is not null;
        select balance_minor into held from ledger_accounts where id = account_ids[i] for no key update;
      end loop;
      is_moved := is_moved || (balance is not null);
      befores := befores || coalesce(balance, held);
    end loop;
    exit when known is not null;
    select coalesce(array_agg(key), '{}') into known from ledger_entries where key = any (keys);
    exit when cardinality(known) = 0;
    for i in 1 .. cardinality(account_ids) loop
      if is_moved[i] then update ledger_accounts set balance_minor = befores[i] where id = account_ids[i]; end if;
    end loop;
    for i in 1 .. cardinality(leg_names) loop
      at := leg_accounts[i];
      if keys[leg_postings[i]] = any (known) then moves[at] := moves[at] - leg_amounts[i]; end if;
    end loop;
  end loop;

  -- The balance after each leg, and whether it may be so.
  for i in 1 .. cardinality(leg_names) loop
    at := leg_accounts[i];
    balance := null;
    if keys[leg_postings[i]] <> all (known) then
      balance := befores[at] + leg_amounts[i];
      befores[at] := balance;
    end if;
    leg_balances := leg_balances || balance;
    leg_refusals := leg_refusals || case
      when leg_amounts[i] < 0 and balance < coalesce(leg_leasts[i], floors[at]) then 'BELOW_FLOOR'
      when leg_amounts[i] > 0 and balance > limits[at] then 'ABOVE_LIMIT'
    end;
    is_refused := is_refused or leg_refusals[i] is not null;
  end loop;
  if is_refused then
    for i in 1 .. cardinality(account_ids) loop
      if is_moved[i] then
        update ledger_accounts set balance_minor = balance_minor - moves[i] where id = account_ids[i];
      end if;
    end loop;
    return query select leg_postings[i], null::bigint, false, leg_names[i], leg_amounts[i], a.balance_minor, leg_refusals[i]
      from generate_subscripts(leg_names, 1) i join ledger_accounts a on a.id = account_ids[leg_accounts[i]]
      where leg_refusals[i] is not null order by i;
    return;
  end if;

  for i in 1 .. cardinality(keys) loop
    p := asked -> (i - 1);
    made := null;
    if keys[i] <> all (known) then
      insert into ledger_entries (key, kind, asset, details, leg_count, posted_at)
        values (keys[i], p ->> 'kind', p ->> 'asset', p -> 'details', jsonb_array_length(p -> 'legs'), (p ->> 'at')::timestamptz)
        on conflict (key) do nothing returning id into made;
      -- Somebody posted the same key between our look and our insert, which only house accounts allow: all of it again.
      if made is null then
        raise exception 'A key was posted at the same time' using errcode = 'serialization_failure';
      end if;
      insert into ledger_unsealed (entry_id) values (made);
    end if;
    while leg_postings[leg + 1] = i loop
      leg := leg + 1;
      leg_entries := leg_entries || made;
      if made is not null then
        posting := i;
        entry_id := made;
        is_new := true;
        account := leg_names[leg];
        amount_minor := leg_amounts[leg];
        balance_minor := leg_balances[leg];
        return next;
      end if;
    end loop;
  end loop;
  insert into ledger_legs (entry_id, account_id, amount_minor, balance_minor)
    select made.entry_id, account_ids[made.at], made.amount, made.balance
    from unnest(leg_entries, leg_accounts, leg_amounts, leg_balances) made (entry_id, at, amount, balance)
    where made.entry_id is not null;

  if cardinality(known) > 0 then
    return query select p.no::integer, e.id, false, a.name, l.amount_minor, l.balance_minor, null::text
      from jsonb_array_elements(asked) with ordinality p (value, no)
      join ledger_entries e on e.key = p.value ->> 'key'
      join ledger_legs l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id
      where e.key = any (known);
  end if;
end $$;

drop type ledger_draft;
