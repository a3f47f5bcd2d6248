-- A case of money that belongs to no payment of ours is every house's, so whoever asked for it in one must be known in all: nobody
-- approves in one house what they wanted in another (G149). Orders about a house's own payments stay behind its wall.
create policy every_house_reads_nobody_s on payment_orders for select using (payment_uuid is null);
create policy every_house_ends_nobody_s on payment_orders for update using (payment_uuid is null);

-- What the bank has sent back because we once asked it to, and our books know nothing of, as after a restore to an earlier time (F29).
alter table payment_sessions add column refund_seen_at timestamptz;
alter table payment_cases
  drop constraint payment_cases_reason_check,
  add constraint payment_cases_reason_check check (reason in ('CONTESTED', 'AMOUNT_UNKNOWN', 'PAYER_MISMATCH', 'REFUND_REFUSED',
    'UNKNOWN_PAYMENT', 'POISON_NOTICE', 'UNSETTLED', 'SENT_BACK'));
