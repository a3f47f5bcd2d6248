-- Double entry. What is posted stays as it was: entries, legs and seals take no UPDATE, DELETE or TRUNCATE. An amount is a signed
-- number of minor units; what enters an account is positive.
--
-- The tables have few CHECKs: one is read from the catalogue as text and made ready anew by every statement that writes its table, which
-- took a third of every posting. Triggers are compiled once a session and refuse the same.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  -- Said once by whoever opens it, and what a posting calls it by.
  name text not null unique,
  asset text not null,
  -- customer or house. A customer's balance is stored and moves in the transaction of the posting, under the row's lock. A house account
  -- would be one hot row of every posting: it has no running balance and is rolled up when entries are sealed.
  kind text not null,
  balance_minor bigint,
  -- What the balance may never go below or above; null for no such bound.
  floor_minor bigint,
  limit_minor bigint,
  opened_at timestamptz not null
) with (fillfactor = 80);

-- What an account is called is looked at when it is opened, because it never changes; its balance and bounds at every change.
create function ledger_check_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and (
    length(new.name) not between 1 and 120 or new.name ~ '[^!-~]' or length(new.asset) not between 2 and 8 or new.asset ~ '[^A-Z]'
    or new.kind not in ('customer', 'house')
  ) then
    raise exception 'There is no such ledger account as % % in %', new.kind, new.name, new.asset using errcode = 'check_violation';
  end if;
  if (new.kind = 'customer') <> (new.balance_minor is not null)
    or new.kind = 'house' and (new.floor_minor is not null or new.limit_minor is not null)
    or new.balance_minor < new.floor_minor or new.balance_minor > new.limit_minor
  then
    raise exception 'The ledger account % may not hold %', new.name, new.balance_minor using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_accounts_hold_what_they_may after insert or update on ledger_accounts
  for each row execute function ledger_check_account();

-- Written through `ledger_postings` and `ledger_batches` only.
create table ledger_entries (
  id bigint generated always as identity primary key,
  -- For ever: whatever the number of callers, what a key names is posted once.
  key text not null unique,
  kind text not null,
  asset text not null,
  -- What the poster wants to read again; sealed with the rest.
  details jsonb not null,
  leg_count smallint not null,
  posted_at timestamptz not null
);

-- No foreign keys: their locks on the rows of house accounts would make every posting wait for every other. The trigger that writes legs
-- sees that entry and accounts exist, and neither can be deleted.
create table ledger_legs (
  entry_id bigint not null,
  account_id bigint not null,
  amount_minor bigint not null,
  -- A customer's balance after this leg; null for the house.
  balance_minor bigint,
  primary key (entry_id, account_id)
);
-- Ids of entries are drawn under the account's lock, so that this is the order in which the balance moved.
create index ledger_legs_statement on ledger_legs (account_id, entry_id desc) where balance_minor is not null;

-- Entries that no seal holds yet. Written by the posting, emptied by the sealing.
create table ledger_unsealed (
  entry_id bigint not null
);

-- The hash chain: each seal covers the entries of its ranges, and the seal before it.
create table ledger_seals (
  no bigint primary key check (no >= 1),
  entries int8multirange not null check (not isempty(entries)),
  entry_count integer not null check (entry_count >= 1),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null unique check (length(hash) = 32),
  sealed_at timestamptz not null
);

-- House accounts up to the last seal. Derived: the verifier makes it again from the legs.
create table ledger_house_totals (
  account_id bigint primary key references ledger_accounts (id),
  balance_minor bigint not null
);

create function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger only grows: % of % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_entries_only_grow before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse();
create trigger ledger_legs_only_grow before update or delete or truncate on ledger_legs
  for each statement execute function ledger_refuse();
create trigger ledger_seals_only_grow before update or delete or truncate on ledger_seals
  for each statement execute function ledger_refuse();
create trigger ledger_accounts_stay before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse();
create trigger ledger_accounts_keep_their_names before update of id, name, asset, kind, opened_at on ledger_accounts
  for each statement execute function ledger_refuse();

-- An insert that comes from one of the triggers below is one trigger deeper than one that does not.
create function ledger_refuse_alone() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    raise exception 'The ledger is written through ledger_postings and ledger_batches: % into % is refused', tg_op, tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger ledger_entries_come_whole before insert on ledger_entries
  for each statement execute function ledger_refuse_alone();
create trigger ledger_legs_come_whole before insert on ledger_legs
  for each statement execute function ledger_refuse_alone();

-- An entry with its legs. One is written by inserting it here, or many below, and nowhere else, for the posting as for whoever writes by
-- hand: the trigger writes all of it or nothing. Entries and legs that came each on their own would have to be looked for again, legs at
-- the end of their statement and entries at the commit, which took a third of every posting.
create view ledger_postings as
  select entry.id, entry.key, entry.kind, entry.asset, entry.details, entry.posted_at, legs.account_ids, legs.amounts, legs.balances
  from ledger_entries entry
  cross join lateral (
    select array_agg(account_id order by account_id) as account_ids, array_agg(amount_minor order by account_id) as amounts,
      array_agg(balance_minor order by account_id) as balances
    from ledger_legs where entry_id = entry.id
  ) legs;

-- An entry is whole: it has two legs or more, none of nothing, that sum to zero, in its asset, with a balance where the account is a
-- customer's and none where it is the house's. A key that was posted before writes nothing and gives no row. How it is planned is set by
-- `ledger_post`, which calls it.
create function ledger_write_entry() returns trigger language plpgsql as $$
declare
  leg_count constant integer := cardinality(new.amounts);
  amount bigint;
  total bigint := 0;
  written integer;
  is_whole boolean := leg_count >= 2 and length(new.key) between 1 and 200 and length(new.kind) between 1 and 40
    and jsonb_typeof(new.details) = 'object';
begin
  insert into ledger_entries (key, kind, asset, details, leg_count, posted_at)
    values (new.key, new.kind, new.asset, new.details, leg_count, new.posted_at)
    on conflict (key) do nothing returning id into new.id;
  if new.id is null then return null; end if;
  if leg_count = 2 then
    is_whole := is_whole and new.amounts[1] <> 0 and new.amounts[1] + new.amounts[2] = 0;
    insert into ledger_legs (entry_id, account_id, amount_minor, balance_minor)
      select new.id, account.id, leg.amount, leg.balance
      from (values (new.account_ids[1], new.amounts[1], new.balances[1]), (new.account_ids[2], new.amounts[2], new.balances[2]))
        leg (account_id, amount, balance)
      join ledger_accounts account on account.id = leg.account_id
      where account.asset = new.asset and (account.kind = 'customer') = (leg.balance is not null);
  else
    foreach amount in array new.amounts loop
      is_whole := is_whole and amount <> 0;
      total := total + amount;
    end loop;
    is_whole := is_whole and total = 0;
    insert into ledger_legs (entry_id, account_id, amount_minor, balance_minor)
      select new.id, account.id, leg.amount, leg.balance
      from unnest(new.account_ids, new.amounts, new.balances) leg (account_id, amount, balance)
      join ledger_accounts account on account.id = leg.account_id
      where account.asset = new.asset and (account.kind = 'customer') = (leg.balance is not null);
  end if;
  get diagnostics written = row_count;
  if (is_whole and written = leg_count) is not true then
    raise exception 'A ledger entry is not whole: %', new.key using errcode = 'check_violation';
  end if;
  insert into ledger_unsealed (entry_id) values (new.id);
  return new;
end $$;
create trigger ledger_postings_are_written instead of insert on ledger_postings
  for each row execute function ledger_write_entry();

-- Many postings as one row, in the order in which ids are to be drawn: each is {key, kind, asset, at, details, leg_count}, and its legs
-- are those that have its key in `leg_keys`. Written by a few statements for all of them, which is what makes a batch cheap; all or
-- nothing, and known keys are left out. `ids` are those of `postings`, null where a key was known.
create view ledger_batches as
  select null::jsonb as postings, null::text[] as leg_keys, null::bigint[] as account_ids, null::bigint[] as amounts,
    null::bigint[] as balances, null::bigint[] as ids
  where false;

create function ledger_write_batch() returns trigger language plpgsql as $$
declare
  made_ids bigint[];
  made_keys text[];
  is_whole boolean;
begin
  with made as (
    insert into ledger_entries (key, kind, asset, details, leg_count, posted_at)
    select p.value ->> 'key', p.value ->> 'kind', p.value ->> 'asset', p.value -> 'details', (p.value ->> 'leg_count')::smallint,
      (p.value ->> 'at')::timestamptz
    from jsonb_array_elements(new.postings) with ordinality p (value, no)
    order by p.no
    on conflict (key) do nothing
    returning id, key, kind, asset, details, leg_count
  ), unsealed as (
    insert into ledger_unsealed (entry_id) select id from made
  ), legs as (
    insert into ledger_legs (entry_id, account_id, amount_minor, balance_minor)
    select made.id, account.id, leg.amount, leg.balance
    from unnest(new.leg_keys, new.account_ids, new.amounts, new.balances) leg (key, account_id, amount, balance)
    join made on made.key = leg.key
    -- The offset has every account looked up by its id, whatever was planned when there were few.
    cross join lateral (
      select id from ledger_accounts
      where id = leg.account_id and asset = made.asset and (kind = 'customer') = (leg.balance is not null) offset 0
    ) account
    returning entry_id, amount_minor
  ), sums as (
    select entry_id, count(*) as legs, sum(amount_minor) as total, bool_and(amount_minor <> 0) as is_moved from legs group by entry_id
  )
  select array_agg(made.id), array_agg(made.key), coalesce(bool_and(
      made.leg_count >= 2 and length(made.key) between 1 and 200 and length(made.kind) between 1 and 40
      and jsonb_typeof(made.details) = 'object' and coalesce(sums.legs = made.leg_count and sums.total = 0 and sums.is_moved, false)
    ), true)
    into made_ids, made_keys, is_whole
    from made left join sums on sums.entry_id = made.id;
  if not is_whole then
    raise exception 'A ledger entry is not whole' using errcode = 'check_violation';
  end if;
  new.ids := array(
    select made_ids[array_position(made_keys, p.value ->> 'key')]
    from jsonb_array_elements(new.postings) with ordinality p (value, no) order by p.no
  );
  return new;
end $$;
create trigger ledger_batches_are_written instead of insert on ledger_batches
  for each row execute function ledger_write_batch();

-- The functions below look a handful of rows up by key, whatever is asked: one plan a session serves them all, and planning them anew
-- took a third of every posting. A plan that was made on a young site's nearly empty tables would read the whole of them at every
-- posting from then on, until the tables were next analysed: so they are told to look rows up by key.

-- Whatever is asked, one posting or many, of any legs; what it does is said at `ledger_post`.
create function ledger_post_any(asked jsonb)
returns table (posting integer, entry_id bigint, is_new boolean, account text, amount_minor bigint, balance_minor bigint, refusal text)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  p jsonb;
  keys text[] := '{}';
  known text[];
  -- The legs, one after the other.
  leg_postings integer[] := '{}';
  leg_keys text[] := '{}';
  leg_names text[] := '{}';
  leg_amounts bigint[] := '{}';
  leg_leasts bigint[] := '{}';
  leg_accounts integer[] := '{}';
  leg_account_ids bigint[] := '{}';
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
  held_floor bigint;
  held_limit bigint;
  made bigint[];
begin
  for i in 1 .. jsonb_array_length(asked) loop
    keys := keys || (asked -> (i - 1) ->> 'key');
    p := asked -> (i - 1) -> 'legs';
    for j in 0 .. jsonb_array_length(p) - 1 loop
      leg_postings := leg_postings || i;
      leg_keys := leg_keys || keys[i];
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
    leg_account_ids := leg_account_ids || account_ids[at];
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
          returning balance_minor - moves[i], floor_minor, limit_minor into balance, held_floor, held_limit;
        exit when balance is null and held is not null;
        if balance is null then
          select balance_minor, floor_minor, limit_minor into held, held_floor, held_limit
            from ledger_accounts where id = account_ids[i] for no key update;
        end if;
        -- The bounds as they are under the lock: another may have moved them since the accounts were looked up.
        floors[i] := held_floor;
        limits[i] := held_limit;
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
      when leg_amounts[i] < 0 and balance < greatest(leg_leasts[i], floors[at]) then 'BELOW_FLOOR'
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

  for i in 1 .. cardinality(account_ids) loop
    if moves[i] <> 0 and not is_moved[i] then
      raise exception 'The balance of % did not move', account_names[i] using errcode = 'check_violation';
    end if;
  end loop;
  insert into ledger_batches (postings, leg_keys, account_ids, amounts, balances)
    select jsonb_agg(p.value - 'legs' || jsonb_build_object('leg_count', jsonb_array_length(p.value -> 'legs')) order by p.no),
      leg_keys, leg_account_ids, leg_amounts, leg_balances
    from jsonb_array_elements(asked) with ordinality p (value, no)
    where (p.value ->> 'key') <> all (known)
    having count(*) > 0
    returning ids into made;
  -- Somebody posted the same key between our look and our insert, which only house accounts allow: all of it again.
  if array_position(made, null) is not null then
    raise exception 'A key was posted at the same time' using errcode = 'serialization_failure';
  end if;
  at := 0;
  for i in 1 .. cardinality(leg_names) loop
    continue when leg_keys[i] = any (known);
    if posting is distinct from leg_postings[i] then at := at + 1; end if;
    posting := leg_postings[i];
    entry_id := made[at];
    is_new := true;
    account := leg_names[i];
    amount_minor := leg_amounts[i];
    balance_minor := leg_balances[i];
    return next;
  end loop;

  if cardinality(known) > 0 then
    return query select p.no::integer, e.id, false, a.name, l.amount_minor, l.balance_minor, null::text
      from jsonb_array_elements(asked) with ordinality p (value, no)
      join ledger_entries e on e.key = p.value ->> 'key'
      join ledger_legs l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id
      where e.key = any (known);
  end if;
end $$;

-- Posts all of `asked` or nothing, in one round trip. Each posting is {key, kind, asset, at, details, legs: [{account, amount, least?}]},
-- amounts as texts; `least` is what the leg must leave at least, where the account has no such floor for ever. Gives a line a leg; a key
-- that was posted before gives the legs of then. What goes below or above a bound gives its line with a refusal, and nothing is posted.
--
-- Most calls are one posting between a customer and the house, which takes two statements: the move of the balance, which is the lock and
-- finds both accounts, and the entry. Whatever that cannot do is as if it had not been tried.
create function ledger_post(asked jsonb)
returns table (posting integer, entry_id bigint, is_new boolean, account text, amount_minor bigint, balance_minor bigint, refusal text)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  p constant jsonb := asked -> 0;
  legs constant jsonb := p -> 'legs';
  customer_name text;
  house_name text;
  moved bigint;
  opposite bigint;
  at_least bigint;
  customer_id bigint;
  house_id bigint;
  balance bigint;
begin
  if jsonb_array_length(asked) = 1 and jsonb_array_length(legs) = 2 then
    -- Either leg may be the customer's.
    for at in 0 .. 1 loop
      customer_name := legs -> at ->> 'account';
      house_name := legs -> (1 - at) ->> 'account';
      moved := legs -> at ->> 'amount';
      opposite := legs -> (1 - at) ->> 'amount';
      at_least := legs -> at ->> 'least';
      update ledger_accounts customer set balance_minor = customer.balance_minor + moved
        from ledger_accounts house
        where customer.name = customer_name and customer.kind = 'customer' and house.name = house_name and house.kind = 'house'
          and (moved > 0 or at_least is null or customer.balance_minor + moved >= at_least)
          and (customer.floor_minor is null or customer.balance_minor + moved >= customer.floor_minor)
          and (customer.limit_minor is null or customer.balance_minor + moved <= customer.limit_minor)
        returning customer.id, house.id, customer.balance_minor into customer_id, house_id, balance;
      exit when customer_id is not null;
    end loop;
  end if;
  if customer_id is not null then
    insert into ledger_postings (key, kind, asset, details, posted_at, account_ids, amounts, balances)
      values (p ->> 'key', p ->> 'kind', p ->> 'asset', p -> 'details', (p ->> 'at')::timestamptz,
        array[customer_id, house_id], array[moved, opposite], array[balance, null])
      returning id into entry_id;
    if entry_id is null then
      update ledger_accounts set balance_minor = balance_minor - moved where id = customer_id;
    end if;
  end if;
  if entry_id is null then
    return query select * from ledger_post_any(asked);
    return;
  end if;
  posting := 1;
  is_new := true;
  account := customer_name;
  amount_minor := moved;
  balance_minor := balance;
  return next;
  account := house_name;
  amount_minor := opposite;
  balance_minor := null;
  return next;
end $$;

-- A page of a customer's statement, the newest first; `before_entry` is where the page before ended, null for the first. Most accounts
-- are short, so the planner takes every account for short: it would read a whole life of thousands of movements, sort it, and give
-- twenty of them. The index has them in order: the function is told to walk along it and to stop.
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
