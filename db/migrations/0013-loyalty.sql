-- The programme: memberships, their cards, the way into it, wallet passes and the loyalty euros. A membership belongs to a person and
-- to the whole group; an account may be linked to it, and a card issued at a desk makes one without an account.

create table memberships (
  -- What the API calls playersplus_id and the floor member_id.
  id text primary key check (id ~ '^[0-9]{8,12}$'),
  -- Read-only reference printed at the desk.
  wallet_key text not null unique check (wallet_key ~ '^[A-Z0-9]{12}$'),
  -- Keyed hash of the normalised surname, first first name and birthday: one active membership a person, also once the words are erased.
  person_hash bytea not null,
  -- As on the document, or as said at the desk; null once erased.
  lastname text,
  lastname_normalised text,
  firstname text,
  firstname_normalised text,
  birthday date,
  -- E.164, as the desk knows it; what an account verified stands in accounts.
  mobile_phone text check (mobile_phone ~ '^\+[0-9]{6,15}$'),
  home_site_id integer not null,
  status text not null check (status in ('active', 'disabled')),
  joined_at timestamptz not null,
  -- The exclusion registers' last answer; no reason is ever known here.
  excluded_since timestamptz,
  exclusion_checked_at timestamptz
);
create unique index memberships_person on memberships (person_hash) where status = 'active';
create index memberships_name on memberships (lastname_normalised, birthday);
create index memberships_phone on memberships (mobile_phone) where mobile_phone is not null;
create index memberships_exclusion_due on memberships (exclusion_checked_at) where status = 'active';
-- Who has a birthday on a day.
create index memberships_birthday on memberships ((extract(month from birthday)), (extract(day from birthday)))
  where status = 'active' and birthday is not null;

alter table accounts add constraint accounts_membership foreign key (playersplus_id) references memberships (id);
alter table aml_days add foreign key (membership_id) references memberships (id);

-- A number is never given twice, so what is over stays. A card issued at a desk is plastic, one made by an enrollment is digital first;
-- VIRTUAL is a card that counts as none.
create table cards (
  card_number text primary key check (card_number ~ '^[0-9]{16}$'),
  membership_id text not null references memberships (id),
  type text not null check (type in ('PLASTIC', 'DIGITAL', 'VIRTUAL')),
  status text not null check (status in ('active', 'replaced', 'blocked')),
  site_id integer not null,
  issued_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'active') = (ended_at is null))
);
create unique index cards_active on cards (membership_id) where status = 'active';
create index cards_of_membership on cards (membership_id, issued_at desc);

-- Numbers that are set aside for cards to come: they are on a screen at an entrance already, so no other card may get one.
create table card_reservations (
  card_number text primary key check (card_number ~ '^[0-9]{16}$'),
  reserved_at timestamptz not null
);

-- Where the card is in a machine: one place at a time. A card that was replaced meanwhile still has to come out.
create table card_insertions (
  membership_id text primary key references memberships (id),
  card_number text not null references cards (card_number),
  site_id integer not null,
  machine text not null,
  inserted_at timestamptz not null
);

-- Loyalty euros by the earning that brought them: they go oldest first, and what is left of one expires. What a member owes after a
-- reversal has no lot, so that the lots always sum to the balance or, below zero, to nothing.
create table loyalty_lots (
  entry_id bigint primary key,
  membership_id text not null references memberships (id),
  earned_minor bigint not null check (earned_minor > 0),
  left_minor bigint not null check (left_minor between 0 and earned_minor),
  expires_at timestamptz not null
);
create index loyalty_lots_left on loyalty_lots (membership_id, expires_at, entry_id) where left_minor > 0;
create index loyalty_lots_due on loyalty_lots (expires_at) where left_minor > 0;

-- The way into the programme from the sofa: one dossier a person's account, its attempts at the identity provider, what the provider
-- told us, and what the exclusion registers answered. No picture of a document and none of its words are kept.

-- Every number that an enrollment was ever given: none is given twice.
create table enrollment_card_ids (
  card_id text primary key check (card_id ~ '^[0-9]{16}$'),
  account_id uuid not null references accounts (id),
  reserved_at timestamptz not null
);
create index enrollment_card_ids_of_account on enrollment_card_ids (account_id);

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
  -- Of the six checks, within the attempt.
  checks_done smallint not null default 0 check (checks_done between 0 and 6),
  card_id text unique references enrollment_card_ids (card_id),
  membership_id text references memberships (id),
  -- Keyed hashes: one living dossier a person and a document.
  person_hash bytea,
  document_hash bytea,
  sponsor_membership_id text references memberships (id),
  rules_version text,
  rules_accepted_at timestamptz,
  -- While a link is being had from the provider nobody else asks for one; a node that died in between is waited for until then.
  claim uuid,
  claimed_until timestamptz,
  -- 24 hours for a dossier, 90 days at the entrance; null once it cannot expire.
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
-- The dossier's part of what polls are told (0006-accounts.sql).
create trigger enrollments_told after insert or update on enrollments
for each row execute function tell_enrollment_polls('account_id');

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
  -- The provider's last word, and what is kept of the document.
  outcome text,
  document_type text,
  document_country text,
  document_expires_on date,
  -- When a browser whose owner consented counted it.
  converted_at timestamptz,
  unique (enrollment_id, number)
);
create unique index enrollment_attempts_open on enrollment_attempts (enrollment_id) where closed_at is null;
create index enrollment_attempts_verification on enrollment_attempts (verification_id);
create index enrollment_attempts_due on enrollment_attempts (reread_at) where closed_at is null;

-- What the provider sent, by its own id and for ever: no payload, which would hold a person's words. Poison is what was signed but not
-- readable; its id is its hash.
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

-- What the exclusion registers answered: the verdict, when, and which register. No reason is ever known here.
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

-- Wallet passes: one living pass an account, from the temporary card to the last replacement under the same serial number and token.
create table passes (
  serial uuid primary key,
  -- Null once the account is gone: the pass counts as revoked.
  account_id uuid references accounts (id) on delete set null,
  -- The number on it; one that is only set aside until somebody shows it at an entrance with their papers.
  card_number text not null check (card_number ~ '^[0-9]{16}$'),
  -- Null while the card is temporary.
  membership_id text references memberships (id),
  locale text not null check (locale in ('fr', 'en')),
  -- What a telephone shows us for this pass alone; sealed, because it stands in every new edition of the pass.
  sealed_token bytea not null,
  -- Whether Google's wallet holds it too, and has to be told.
  is_at_google boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revoked_at timestamptz
);
create unique index passes_of_account on passes (account_id) where revoked_at is null;
-- For a member's export, which has those that are over too.
create index passes_ever_of_account on passes (account_id) where account_id is not null;
create index passes_of_membership on passes (membership_id) where membership_id is not null;
create index passes_of_card on passes (card_number);

-- Telephones that asked to hear of changes. A restored telephone comes with another id, so the number of a pass is bounded.
create table pass_devices (
  device_id text not null,
  serial uuid not null references passes (serial) on delete cascade,
  push_token text not null,
  registered_at timestamptz not null,
  primary key (device_id, serial)
);
create index pass_devices_of_pass on pass_devices (serial, registered_at);

-- Download links that were used; the signature in the link says until when it counts.
create table used_pass_links (
  once_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_pass_links_expiry on used_pass_links (expires_at);
