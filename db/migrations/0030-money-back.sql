-- Why money of a session goes back: its own reason, because a payment that was credited may have a second session whose money is not.
alter table payment_sessions add column refund_reason text;
