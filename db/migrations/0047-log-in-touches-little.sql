-- What a log-in changes of an account it writes in place. An index of `last_seen_at` made it write all eleven anew; who was not seen
-- for years is looked for once a day, among all.
drop index accounts_last_seen;
create index accounts_pending on accounts (created_at) where status in ('pending', 'superseded');
create index accounts_inactive on accounts (inactivity_noticed_at) where inactivity_noticed_at is not null;
alter table accounts set (fillfactor = 85);

-- A bounded repetition is matched state by state, at every change of the row.
alter table accounts
  drop constraint accounts_mobile_phone_check,
  add constraint accounts_mobile_phone_check check (length(mobile_phone) between 7 and 16 and mobile_phone ~ '^\+[0-9]+$');

-- Few sessions have one.
alter table sessions drop constraint sessions_previous_token_hash_key;
create unique index sessions_previous_token_hash on sessions (previous_token_hash) where previous_token_hash is not null;
