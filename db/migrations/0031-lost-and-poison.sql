-- Money of a payment that only the bank knows, as after a restore to an earlier time (F29): a session without a payment. The bank's
-- reference and the payer's name are all that is known of it; it can go back, and never be credited.
alter table payment_sessions
  alter column payment_uuid drop not null,
  add column reference text,
  add column payer_name text,
  add check ((payment_uuid is null) = (reference is not null)),
  add check (payment_uuid is not null or outcome is distinct from 'credited');

-- Dead letters (G168): a notice that is signed and makes no sense, and a payment that our books refuse to take however often they are
-- asked, wait for a person as every other case does.
alter table payment_cases
  add column notice_id bigint references bank_notices (id),
  drop constraint payment_cases_reason_check,
  add constraint payment_cases_reason_check check (reason in ('CONTESTED', 'AMOUNT_UNKNOWN', 'PAYER_MISMATCH', 'REFUND_REFUSED',
    'UNKNOWN_PAYMENT', 'POISON_NOTICE', 'UNSETTLED'));
drop index payment_cases_open;
create unique index payment_cases_open
  on payment_cases (reason, coalesce(session_id, ''), coalesce(payment_uuid::text, ''), coalesce(notice_id, 0))
  where closed_at is null;
insert into payment_cases (reason, notice_id, opened_at)
  select 'POISON_NOTICE', id, received_at from bank_notices where poison is not null;

-- Since when a payment could not be settled for a reason of our own; null while it can.
alter table payments add column unsettled_since timestamptz;
