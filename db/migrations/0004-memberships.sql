-- The programme: memberships, their cards, and the way into it. A membership belongs to a person and to the whole group; an
-- account may be linked to it, and a card issued at a desk makes one without an account.

create table memberships (
  -- What the API calls playersplus_id and the floor member_id.
  id text primary key check (id ~ '^[0-9]{8,12}$'),
  -- Read-only reference printed at the desk (G74).
  wallet_key text not null unique check (wallet_key ~ '^[A-Z0-9]{12}$'),
  -- Keyed hash of the normalised surname, first first name and birthday: one active membership a person (E4), also once the
  -- words are erased.
  person_hash bytea not null,
  -- As on the document, or as said at the desk; null once erased (G78).
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
  -- The register's last answer, by name of the source only; no reason is kept (providers.md, 11).
  excluded_since timestamptz,
  exclusion_checked_at timestamptz
);
create unique index memberships_person on memberships (person_hash) where status = 'active';
create index memberships_name on memberships (lastname_normalised, birthday);
create index memberships_phone on memberships (mobile_phone) where mobile_phone is not null;
create index memberships_exclusion_due on memberships (exclusion_checked_at) where status = 'active';

-- Before this there was no programme: ids of an earlier demonstration name nothing.
update accounts set playersplus_id = null, wallet_key = null where playersplus_id is not null;

alter table accounts add constraint accounts_membership foreign key (playersplus_id) references memberships (id);

-- A number is never given twice, so what is over stays. A card issued at a desk is plastic, one made by an enrollment is
-- digital first; VIRTUAL is a card that section 3 treats as none (G105).
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
