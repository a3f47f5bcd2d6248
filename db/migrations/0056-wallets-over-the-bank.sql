-- Over the trip to the bank a wallet stays open by a cookie of five minutes, which the first return exchanges for a handle.
create table wallet_returns (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_id uuid not null references sessions (id) on delete cascade,
  membership_id text not null references memberships (id),
  site_id integer not null,
  payment_uuid uuid not null references payments (uuid),
  expires_at timestamptz not null
);
create index wallet_returns_over on wallet_returns (expires_at);
create index wallet_returns_of_session on wallet_returns (session_id);
create index wallet_returns_of_membership on wallet_returns (membership_id);
create index wallet_returns_of_payment on wallet_returns (payment_uuid);

-- A member may give up an order that the bank never answered. Nodes of the release before write the other names only.
alter table payment_facts
  drop constraint payment_facts_name_check,
  add constraint payment_facts_name_check check (name in (
    'INIT', 'PENDING_PAYMENT', 'PAID', 'CANCELLED', 'EXPIRED', 'ERROR', 'GIVEN_UP', 'CLAIMED', 'DENIED', 'PAID_OTHER', 'WITHDRAWN'
  )) not valid;
