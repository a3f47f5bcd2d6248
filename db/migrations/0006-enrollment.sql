-- The way into the programme from the sofa (section 4): one dossier a person's account, its attempts at the identity provider, what
-- the provider told us, and what the exclusion registers answered. No picture of a document and none of its words are kept (G96).

-- The names and the birthday of a verified document are the account's from then on, and stay (G92).
alter table accounts add column identity_verified_at timestamptz;

-- Every number that an enrollment was ever given: none is given twice (E6).
create table enrollment_card_ids (
  card_id text primary key check (card_id ~ '^[0-9]{16}$'),
  account_id uuid not null references accounts (id),
  reserved_at timestamptz not null
);

create table enrollments (
  id uuid primary key,
  account_id uuid not null unique references accounts (id),
  -- Where it was last begun: the home site of the membership to come, and whose law is asked.
  site_id integer not null,
  country text not null check (country in ('FR', 'CH', 'BE')),
  status text not null check (
    status in (
      'NEW', 'OPENED', 'STARTED', 'OK', 'READY', 'VALIDATED', 'CREATION_IN_PROGRESS', 'CREATION_ERROR', 'LINKED',
      'COMPLETED', 'CANCELED', 'ERROR', 'DISABLED'
    )
  ),
  error text,
  -- Of the six checks (G90), within the attempt.
  checks_done smallint not null default 0 check (checks_done between 0 and 6),
  card_id text unique references enrollment_card_ids (card_id),
  membership_id text references memberships (id),
  -- Keyed hashes: one living dossier a person (E4) and a document (T21).
  person_hash bytea,
  document_hash bytea,
  sponsor_membership_id text references memberships (id),
  rules_version text,
  rules_accepted_at timestamptz,
  -- While a link is being had from the provider nobody else asks for one; a node that died in between is waited for until then.
  claim uuid,
  claimed_until timestamptz,
  -- 24 hours for a dossier, 90 days at the entrance (G88, G97); null once it cannot expire.
  expires_at timestamptz,
  validated_site_id integer,
  creation_failures smallint not null default 0,
  changed_at timestamptz not null,
  check ((rules_version is null) = (rules_accepted_at is null)),
  check (status <> 'ERROR' or error is not null),
  check (error is null or status in ('ERROR', 'DISABLED')),
  check (
    case status
      when 'DISABLED' then true
      else (card_id is not null) = (
        status in ('READY', 'VALIDATED', 'CREATION_IN_PROGRESS', 'CREATION_ERROR', 'LINKED', 'COMPLETED')
      )
    end
  ),
  check (status not in ('LINKED', 'COMPLETED') or membership_id is not null)
);
-- From LINKED and COMPLETED on it is the membership that there is one of.
create unique index enrollments_person on enrollments (person_hash)
where status in ('READY', 'VALIDATED', 'CREATION_IN_PROGRESS', 'CREATION_ERROR');
create unique index enrollments_document on enrollments (document_hash)
where status in ('READY', 'VALIDATED', 'CREATION_IN_PROGRESS', 'CREATION_ERROR', 'LINKED', 'COMPLETED');
create index enrollments_expiry on enrollments (expires_at) where expires_at is not null;
create index enrollments_waiting on enrollments (status, changed_at)
where status in ('OK', 'VALIDATED', 'CREATION_IN_PROGRESS', 'CREATION_ERROR', 'LINKED');

-- One journey at the provider. Its link is a secret of fifteen minutes, kept sealed.
create table enrollment_attempts (
  id uuid primary key,
  enrollment_id uuid not null references enrollments (id),
  number smallint not null,
  verification_id text not null,
  sealed_link bytea not null,
  opened_at timestamptz not null,
  link_expires_at timestamptz not null,
  -- When the provider was last asked about it.
  reread_at timestamptz not null,
  closed_at timestamptz,
  -- The provider's last word, and what is kept of the document (G96).
  outcome text,
  document_type text,
  document_country text,
  document_expires_on date,
  -- When a browser whose owner consented counted it (G100).
  converted_at timestamptz,
  unique (enrollment_id, number)
);
create unique index enrollment_attempts_open on enrollment_attempts (enrollment_id) where closed_at is null;
create index enrollment_attempts_verification on enrollment_attempts (verification_id);
create index enrollment_attempts_due on enrollment_attempts (reread_at) where closed_at is null;

-- What the provider sent, by its own id and for ever (T3, G168): no payload, which would hold a person's words. Poison is what was
-- signed but not readable; its id is its hash.
create table identity_events (
  event_id text primary key,
  received_at timestamptz not null,
  kind text,
  verification_id text,
  sent_at timestamptz,
  body_hash bytea not null,
  -- applied: it moved the dossier; unchanged: it was known; stale: of an attempt that is over; unknown: of no attempt of ours.
  outcome text check (outcome in ('applied', 'unchanged', 'stale', 'unknown', 'poison')),
  processed_at timestamptz,
  check ((outcome is null) = (processed_at is null))
);
create index identity_events_waiting on identity_events (received_at) where outcome is null;
create index identity_events_unknown on identity_events (verification_id) where outcome = 'unknown';

-- What the exclusion registers answered: the verdict, when, and which register. No reason is ever known here (spec/policy.md).
create table exclusion_verdicts (
  id bigint generated always as identity primary key,
  enrollment_id uuid references enrollments (id),
  membership_id text references memberships (id),
  verdict text not null check (verdict in ('clear', 'barred')),
  source text not null,
  checked_at timestamptz not null,
  check (enrollment_id is not null or membership_id is not null)
);
create index exclusion_verdicts_enrollment on exclusion_verdicts (enrollment_id, checked_at desc);
create index exclusion_verdicts_membership on exclusion_verdicts (membership_id, checked_at desc);

-- A poll that finds nothing new asks the database nothing, so whatever could change its answer says so: the dossier, the person's
-- words, and the session that may ask. In the database, because no code that writes there shall have to remember it.
create function tell_enrollment_polls() returns trigger language plpgsql as $$
declare
  about text := case when tg_op = 'DELETE' then to_jsonb(old) ->> tg_argv[0] else to_jsonb(new) ->> tg_argv[0] end;
begin
  perform pg_notify('enrollment_polls', about);
  return null;
end
$$;
create trigger enrollments_told after insert or update on enrollments
for each row execute function tell_enrollment_polls('account_id');
create trigger accounts_told after update of status, disabled_at, playersplus_id, civility_id, lastname, firstname, birthday on accounts
for each row when (
  (old.status, old.disabled_at, old.playersplus_id, old.civility_id, old.lastname, old.firstname, old.birthday)
  is distinct from
  (new.status, new.disabled_at, new.playersplus_id, new.civility_id, new.lastname, new.firstname, new.birthday)
)
execute function tell_enrollment_polls('id');
create trigger sessions_told after update of revoked_at, token_hash on sessions
for each row when ((old.revoked_at, old.token_hash) is distinct from (new.revoked_at, new.token_hash))
execute function tell_enrollment_polls('account_id');
create trigger sessions_gone_told after delete on sessions
for each row execute function tell_enrollment_polls('account_id');
