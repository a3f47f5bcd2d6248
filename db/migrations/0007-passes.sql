-- Wallet passes: one living pass an account, from the temporary card to the last replacement under the same serial number and
-- token (G109, providers.md 7).

create table passes (
  serial uuid primary key,
  -- Null once the account is gone: the pass counts as revoked.
  account_id uuid references accounts (id) on delete set null,
  -- The number on it; one that is only set aside until somebody shows it at an entrance with their papers.
  card_number text not null check (card_number ~ '^[0-9]{16}$'),
  -- Null while the card is temporary.
  membership_id text references memberships (id),
  locale text not null check (locale in ('fr', 'en')),
  -- What a telephone shows us for this pass alone; sealed, because it stands in every new edition of the pass.
  sealed_token bytea not null,
  -- Whether Google's wallet holds it too, and has to be told.
  is_at_google boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revoked_at timestamptz
);
create unique index passes_of_account on passes (account_id) where revoked_at is null;
create index passes_of_membership on passes (membership_id) where membership_id is not null;
create index passes_of_card on passes (card_number);

-- Telephones that asked to hear of changes. A restored telephone comes with another id, so the number of a pass is bounded.
create table pass_devices (
  device_id text not null,
  serial uuid not null references passes (serial) on delete cascade,
  push_token text not null,
  registered_at timestamptz not null,
  primary key (device_id, serial)
);
create index pass_devices_of_pass on pass_devices (serial, registered_at);

-- Download links that were used; the signature in the link says until when it counts.
create table used_pass_links (
  once_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_pass_links_expiry on used_pass_links (expires_at);
