-- An address that a mail server refuses for good is flagged, and a mail that it refused is not sent again (providers.md, 2).
alter table accounts add column email_bounced_at timestamptz;
alter table mails add column refused_at timestamptz;
