-- Mails that somebody asked for by typing an address: to confirm it, for a new password, for a social log-in. What is asked for an
-- address within some minutes is answered by one mail, and remembered for a day, so that strangers neither keep the holder from a mail
-- nor fill the mailbox.
create table mail_requests (
  id uuid primary key,
  -- Keyed hashes: who is written to, and from where it was asked for, cannot be read here.
  address_hash bytea not null,
  network_hash bytea not null,
  kind text not null check (kind in ('registration', 'recovery', 'social')),
  -- What the mail is made of, sealed; null once the request is answered.
  sealed_order bytea,
  asked_at timestamptz not null,
  answered_at timestamptz,
  check ((sealed_order is null) = (answered_at is not null))
);
create index mail_requests_of_address on mail_requests (address_hash, answered_at);
create index mail_requests_answered on mail_requests (answered_at);
