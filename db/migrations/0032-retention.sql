-- What ages out (src/app/retention.ts) is found by the instant from which it counts, and what belongs to an account that is erased by the
-- account. Indexes of columns that a log-in changes are left out: they would keep it from writing its rows in place.

create index sessions_ever_of_account on sessions (account_id);
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
create index one_time_tokens_ever_of_account on one_time_tokens (account_id) where account_id is not null;
create index otp_codes_of_session on otp_codes (session_id);
create index otp_codes_of_account on otp_codes (account_id);

create index mails_sent on mails (sent_at) where sent_at is not null;
create index mails_refused on mails (refused_at) where refused_at is not null;
create index known_browsers_first_seen on known_browsers (first_seen_at);
create index consent_receipts_given on consent_receipts (given_at);
create index enrollment_attempts_links on enrollment_attempts (link_expires_at) where length(sealed_link) > 0;
create index identity_events_named on identity_events (received_at) where verification_id is not null;
create index floor_events_named on floor_events (received_at) where call like '% %';
create index gift_redemptions_cards on gift_redemptions (burned_at) where card_number is not null;
create index free_play_days_day on free_play_days (gaming_day);
create index referral_days_posted on referral_days (posted_at) where posted_at is not null;
create index aml_days_day on aml_days (gaming_day);
create index payments_links on payments (created_at) where link is not null;
create index payment_sessions_payers on payment_sessions (seen_at) where payer_name is not null;
create index scheduled_contents_ended on scheduled_contents (ended_at) where ended_at is not null;
