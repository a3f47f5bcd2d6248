-- When the holder of a session last proved who they are, after it was opened: what cannot be undone asks for that within five minutes.
alter table sessions add column proved_at timestamptz;

-- A code on the verified number is such a proof, whatever it is asked for.
alter table otp_codes drop constraint otp_codes_purpose_check;
alter table otp_codes add constraint otp_codes_purpose_check
  check (purpose in ('verify_phone', 'leave_phone', 'fresh')) not valid;
alter table otp_codes validate constraint otp_codes_purpose_check;
