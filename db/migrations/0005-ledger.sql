-- Double entry, and on it the loyalty balance. What is posted stays as it was: entries, legs and seals take no UPDATE, DELETE or
-- TRUNCATE. An amount is a signed number of minor units; what enters an account is positive.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  -- Said once by whoever opens it, and what a posting calls it by.
  name text not null unique check (name ~ '^[!-~]{1,120}$'),
  asset text not null check (asset ~ '^[A-Z]{2,8}$'),
  -- A customer's balance is stored and moves in the transaction of the posting, under the row's lock. A house account would be
  -- one hot row of every posting: it has no running balance and is rolled up when entries are sealed.
  kind text not null check (kind in ('customer', 'house')),
  balance_minor bigint check ((kind = 'customer') = (balance_minor is not null)),
  -- What the balance may never go below or above; null for no such bound.
  floor_minor bigint,
  limit_minor bigint,
  opened_at timestamptz not null,
  check (kind = 'customer' or (floor_minor is null and limit_minor is null)),
  constraint ledger_accounts_floor check (balance_minor >= floor_minor),
  constraint ledger_accounts_limit check (balance_minor <= limit_minor)
) with (fillfactor = 80);

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- For ever: whatever the number of callers, what a key names is posted once.
  key text not null unique check (length(key) between 1 and 200),
  kind text not null check (length(kind) between 1 and 40),
  asset text not null,
  -- What the poster wants to read again; sealed with the rest.
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  leg_count smallint not null check (leg_count >= 2),
  posted_at timestamptz not null
);

-- No foreign keys: their locks on the rows of house accounts would make every posting wait for every other. The trigger below
-- sees that entry and accounts exist, and neither can be deleted.
create table ledger_legs (
  entry_id bigint not null,
  account_id bigint not null,
  amount_minor bigint not null check (amount_minor <> 0),
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

-- An entry's legs come in one statement, and are whole: they sum to zero, in the entry's asset, as many as the entry says.
create function ledger_check_legs() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct entry_id from new_legs) made
    left join ledger_entries entry on entry.id = made.entry_id
    cross join lateral (
      select sum(leg.amount_minor) as total, count(*) as legs,
        count(*) filter (where account.asset = entry.asset
          and (account.kind = 'customer') = (leg.balance_minor is not null)) as fitting
      from ledger_legs leg left join ledger_accounts account on account.id = leg.account_id
      where leg.entry_id = made.entry_id
    ) as found
    where entry.id is null or found.total <> 0 or found.legs <> entry.leg_count or found.fitting <> found.legs
  ) then
    raise exception 'The legs of a ledger entry are not whole' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_legs_are_whole after insert on ledger_legs
  referencing new table as new_legs for each statement execute function ledger_check_legs();

create function ledger_check_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_legs where entry_id = new.id) then
    raise exception 'A ledger entry has no legs' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_have_legs after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_entry();

create type ledger_draft as (posting integer, key text, account_id bigint, amount_minor bigint, balance_minor bigint, refusal text);

-- Posts all of `asked` or nothing, in one round trip. Each posting is {key, kind, asset, at, details, legs: [{account, amount,
-- least?}]}, amounts as texts; `least` is what the leg must leave at least, where the account has no such floor for ever. Gives a
-- line a leg; a key that was posted before gives the legs of then. What goes below or above a bound gives its line with a
-- refusal, and nothing is posted.
create function ledger_post(asked jsonb)
returns table (posting integer, entry_id bigint, is_new boolean, account text, amount_minor bigint, balance_minor bigint, refusal text)
language plpgsql as $$
#variable_conflict use_column
declare
  keys text[];
  names text[];
  accounts ledger_accounts[];
  known text[];
  drafts ledger_draft[];
  made_ids bigint[];
  made_keys text[];
begin
  select array_agg(p ->> 'key') into keys from jsonb_array_elements(asked) p;
  select array_agg(distinct l ->> 'account') into names
    from jsonb_array_elements(asked) p, jsonb_array_elements(p -> 'legs') l;

  -- Customers' rows are locked in one order everywhere, so that two postings never wait for each other; each later statement of
  -- this function sees what was committed while it waited.
  with locked as (
    select a from ledger_accounts a where a.name = any (names) and a.kind = 'customer' order by a.id for no key update
  )
  select array_agg(one.a) into accounts from (
    select a from locked union all select a from ledger_accounts a where a.name = any (names) and a.kind = 'house'
  ) one;
  if coalesce(cardinality(accounts), 0) <> cardinality(names) then
    raise exception 'A ledger account was never opened: %', (
      select string_agg(name, ', ') from unnest(names) name
      where name not in (select a.name from unnest(accounts) a)
    );
  end if;

  select coalesce(array_agg(e.key), '{}') into known from ledger_entries e where e.key = any (keys);

  select array_agg(row (one.posting, one.key, one.account_id, one.amount, one.balance, case
      when one.amount < 0 and one.balance < one.least then 'BELOW_FLOOR'
      when one.amount > 0 and one.balance > one.limit_minor then 'ABOVE_LIMIT'
    end)::ledger_draft) into drafts
  from (
    select p.no::integer as posting, p.value ->> 'key' as key, a.id as account_id, (l.value ->> 'amount')::bigint as amount,
      (a.balance_minor + sum((l.value ->> 'amount')::bigint) over (partition by a.id order by p.no, l.no))::bigint as balance,
      coalesce((l.value ->> 'least')::bigint, a.floor_minor) as least, a.limit_minor
    from jsonb_array_elements(asked) with ordinality p (value, no)
    cross join lateral jsonb_array_elements(p.value -> 'legs') with ordinality l (value, no)
    join unnest(accounts) a on a.name = l.value ->> 'account'
    where (p.value ->> 'key') <> all (known)
  ) one;

  if exists (select from unnest(drafts) d where d.refusal is not null) then
    return query select d.posting, null::bigint, false, a.name, d.amount_minor, a.balance_minor, d.refusal
      from unnest(drafts) d join unnest(accounts) a on a.id = d.account_id where d.refusal is not null order by d.posting;
    return;
  end if;

  if drafts is not null then
    with made as (
      insert into ledger_entries (key, kind, asset, details, leg_count, posted_at)
      select p.value ->> 'key', p.value ->> 'kind', p.value ->> 'asset', p.value -> 'details',
        jsonb_array_length(p.value -> 'legs'), (p.value ->> 'at')::timestamptz
      from jsonb_array_elements(asked) with ordinality p (value, no)
      where (p.value ->> 'key') <> all (known)
      order by p.no
      on conflict (key) do nothing
      returning id, key
    )
    select array_agg(made.id), array_agg(made.key) into made_ids, made_keys from made;
    -- Somebody posted the same key between our look and our insert, which only house accounts allow: all of it again.
    if coalesce(cardinality(made_ids), 0) <> cardinality(keys) - cardinality(known) then
      raise exception 'A key was posted at the same time' using errcode = 'serialization_failure';
    end if;

    insert into ledger_legs (entry_id, account_id, amount_minor, balance_minor)
      select m.id, d.account_id, d.amount_minor, d.balance_minor
      from unnest(drafts) d join unnest(made_ids, made_keys) m (id, key) on m.key = d.key;
    insert into ledger_unsealed (entry_id) select unnest(made_ids);
    update ledger_accounts a set balance_minor = last.balance_minor
      from (
        select distinct on (d.account_id) d.account_id, d.balance_minor from unnest(drafts) d
        where d.balance_minor is not null order by d.account_id, d.posting desc
      ) last
      where a.id = last.account_id;
    return query select d.posting, m.id, true, a.name, d.amount_minor, d.balance_minor, null::text
      from unnest(drafts) d join unnest(made_ids, made_keys) m (id, key) on m.key = d.key
      join unnest(accounts) a on a.id = d.account_id;
  end if;

  if cardinality(known) > 0 then
    return query select p.no::integer, e.id, false, a.name, l.amount_minor, l.balance_minor, null::text
      from jsonb_array_elements(asked) with ordinality p (value, no)
      join ledger_entries e on e.key = p.value ->> 'key'
      join ledger_legs l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id
      where e.key = any (known);
  end if;
end $$;

-- Loyalty euros by the earning that brought them: they go oldest first, and what is left of one expires (G120). What a member
-- owes after a reversal has no lot, so that the lots always sum to the balance or, below zero, to nothing (G126).
create table loyalty_lots (
  entry_id bigint primary key,
  membership_id text not null references memberships (id),
  earned_minor bigint not null check (earned_minor > 0),
  left_minor bigint not null check (left_minor between 0 and earned_minor),
  expires_at timestamptz not null
);
create index loyalty_lots_left on loyalty_lots (membership_id, expires_at, entry_id) where left_minor > 0;
create index loyalty_lots_due on loyalty_lots (expires_at) where left_minor > 0;
