-- What the SMS provider says of a code's message after it took it (providers.md, 1): its own number for it, and the last receipt.
alter table otp_codes add column message_id text;
alter table otp_codes add column delivery text check (delivery in ('pending', 'delivered', 'failed', 'unknown'));
alter table otp_codes add column delivery_at timestamptz;
create index otp_codes_message on otp_codes (message_id) where message_id is not null;
