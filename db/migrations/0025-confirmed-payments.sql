-- After a restore from a backup: money of a payment that we lost, of which the bank confirms everything. It belongs to the named wallet,
-- and is credited with others by one request that two people carry.

alter table payment_sessions
  add column wallet_membership text,
  add column wallet_site integer,
  add foreign key (wallet_membership, wallet_site) references wallets (membership_id, site_id),
  add check ((wallet_membership is null) = (wallet_site is null)),
  add check (payment_uuid is null or wallet_membership is null);
create index payment_sessions_confirmed on payment_sessions (wallet_site, session_id) where wallet_site is not null;
create index payment_sessions_wallet on payment_sessions (wallet_membership) where wallet_membership is not null;
create index payment_sessions_reference on payment_sessions (reference) where reference is not null;

-- A request about neither a payment nor a case is about the sessions of its lines. A venue has one such request at a time.
alter table payment_orders drop constraint payment_orders_check2;
create unique index payment_orders_batch on payment_orders (site_id) where payment_uuid is null and case_id is null and ended_at is null;

create table payment_order_lines (
  order_id uuid not null references payment_orders (id),
  session_id text not null references payment_sessions (session_id),
  primary key (order_id, session_id)
);
create index payment_order_lines_of_session on payment_order_lines (session_id);
alter table payment_order_lines enable row level security, force row level security;
create policy of_its_order on payment_order_lines
  using (exists (select from payment_orders one where one.id = payment_order_lines.order_id));
