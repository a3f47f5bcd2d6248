-- Another address for a confirmed account, asked for at the desk (G71): the address changes once the new one and the old one have agreed,
-- each by a link of its own. Where the old mailbox is lost, a second employee vouches for it, never the one who asked.

create table email_changes (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  new_email text not null check (new_email = lower(new_email)),
  -- The house whose desk asked: its trail tells what becomes of it.
  project_id integer references projects (id) on delete set null,
  asked_at timestamptz not null,
  asked_by text not null,
  asked_session uuid not null,
  asked_issuers jsonb not null,
  expires_at timestamptz not null,
  new_agreed_at timestamptz,
  old_agreed_at timestamptz,
  -- Who has seen an identity document, where the old address itself did not agree.
  vouched_by text,
  vouched_session uuid,
  ended_at timestamptz,
  -- taken: the new address has become another account's; left: the account was disabled, or its deletion was asked for.
  outcome text check (outcome in ('changed', 'refused', 'withdrawn', 'replaced', 'taken', 'left')),
  check ((ended_at is null) = (outcome is null)),
  check (outcome <> 'changed' or (new_agreed_at is not null and old_agreed_at is not null)),
  check ((vouched_by is null) = (vouched_session is null)),
  check (vouched_by is null
    or (old_agreed_at is not null and lower(vouched_by) <> lower(asked_by) and vouched_session <> asked_session))
);
create unique index email_changes_open on email_changes (account_id) where ended_at is null;
create index email_changes_of_account on email_changes (account_id, new_email);
create index email_changes_expiry on email_changes (expires_at);

-- Nodes of the release before write the other purposes only. No row is read again: all that stand are of them.
alter table one_time_tokens
  drop constraint one_time_tokens_purpose_check,
  add constraint one_time_tokens_purpose_check check (purpose in (
    'email_confirmation', 'password_reset', 'social_registration', 'social_linking', 'email_change_new', 'email_change_old'
  )) not valid;
