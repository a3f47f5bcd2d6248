-- What a venue shows. Texts in several languages are jsonb objects {fr, en}; amounts are integer minor units;
-- instants are timestamptz; opening hours keep the shape of section 5 of the specification.

create table establishments (
  id integer primary key,
  site_id integer not null unique,
  slug text not null unique,
  name text not null,
  label text not null,
  is_visible boolean not null,
  country text not null check (country in ('FR', 'CH', 'BE')),
  pasino integer not null,
  sub_name text,
  preposition text not null check (preposition in ('de', 'de la', 'du', '')),
  company text not null,
  street_address text not null,
  postal_code text not null,
  locality text not null,
  administrative_area_level_1 text,
  latitude double precision,
  longitude double precision,
  primary_color text not null check (primary_color ~ '^#[0-9a-f]{6}$'),
  logo_background_color text check (logo_background_color ~ '^#[0-9a-f]{6}$'),
  logo_gold boolean not null,
  logo_variant text,
  cover_picture text not null,
  lantern_x integer,
  lantern_y integer,
  contact_phone text not null,
  contact_email text,
  show_contact_email boolean not null,
  hide_accessibility boolean not null,
  shop_url text,
  sister_url text,
  parking boolean not null,
  smoking_area boolean not null,
  theater jsonb,
  locality_nearby jsonb,
  tagline jsonb not null,
  presentation jsonb not null,
  opening_hours jsonb not null,
  social jsonb not null,
  extra_links jsonb not null,
  legal_notice jsonb not null,
  games_summary jsonb not null,
  horsjeu_summary jsonb,
  meetings_active boolean not null,
  updated_at timestamptz not null
);

create table projects (
  id integer primary key,
  establishment_id integer not null unique references establishments (id) on delete cascade,
  locales jsonb not null,
  config jsonb not null
);

create table project_hosts (
  host text primary key check (host = lower(host)),
  project_id integer not null references projects (id) on delete cascade,
  position integer not null,
  unique (project_id, position)
);

-- The body of a text block: Editor.js blocks as JSON. `loads_with_project` is the negation of the wire's not_loadauto (G159).
create table content_blocks (
  project_id integer not null references projects (id) on delete cascade,
  key text not null,
  locale text not null,
  body jsonb not null,
  rev integer not null default 1,
  loads_with_project boolean not null default true,
  updated_at timestamptz not null,
  primary key (project_id, key, locale)
);

create table pictures (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  original bytea not null,
  mime text not null check (mime in ('image/jpeg', 'image/png', 'image/webp')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  sha256 text not null,
  alt jsonb not null,
  focal_x double precision not null check (focal_x between 0 and 1),
  focal_y double precision not null check (focal_y between 0 and 1),
  updated_at timestamptz not null,
  -- A node that makes this picture's variants claims it until then.
  ladder_until timestamptz
);

-- One encoded rung of a picture's ladder. `rung` is w300…w3000 or a cover such as c1920x1080.
create table picture_variants (
  picture_key text not null references pictures (key) on delete cascade,
  sha256 text not null,
  rung text not null,
  format text not null check (format in ('avif', 'webp', 'jpeg')),
  width integer not null,
  height integer not null,
  body bytea not null,
  primary key (picture_key, rung, format)
);

create table gallery_pictures (
  establishment_id integer not null references establishments (id) on delete cascade,
  position integer not null,
  picture_key text not null references pictures (key),
  primary key (establishment_id, position)
);

create table games (
  establishment_id integer not null references establishments (id) on delete cascade,
  key text not null,
  position integer not null,
  picture_key text not null references pictures (key),
  number integer not null check (number >= 0),
  label jsonb not null,
  presentation jsonb,
  open_hour text check (open_hour ~ '^([01]?[0-9]|2[0-3]):[0-5][0-9]$'),
  stake_min_minor bigint check (stake_min_minor >= 0),
  rules_url text,
  primary key (establishment_id, key)
);

create table restaurants (
  establishment_id integer not null references establishments (id) on delete cascade,
  slug text not null,
  position integer not null,
  type text not null check (type in ('restaurant', 'bar', 'hostel')),
  label jsonb not null,
  picture_key text not null references pictures (key),
  summary jsonb not null,
  presentation jsonb,
  opening_hours jsonb,
  contact_phone text,
  reservation_link text,
  menu_link text,
  primary key (establishment_id, slug)
);

create table activities (
  establishment_id integer not null references establishments (id) on delete cascade,
  slug text not null,
  position integer not null,
  label jsonb not null,
  picture_key text not null references pictures (key),
  summary jsonb not null,
  presentation jsonb,
  contact_phone text,
  reservation_link text,
  primary key (establishment_id, slug)
);

create table meetings (
  establishment_id integer not null references establishments (id) on delete cascade,
  kind text not null check (kind in ('professional', 'private')),
  label jsonb not null,
  picture_key text not null references pictures (key),
  summary jsonb not null,
  presentation jsonb,
  contact_phone text,
  reservation_link text,
  primary key (establishment_id, kind)
);

-- Old slugs keep answering with a redirect (G2).
create table retired_slugs (
  establishment_id integer not null references establishments (id) on delete cascade,
  noun text not null check (noun in ('restaurant', 'activity')),
  slug text not null,
  current_slug text not null,
  primary key (establishment_id, noun, slug)
);

create table announcements (
  id integer primary key,
  establishment_id integer not null references establishments (id) on delete cascade,
  slug text not null,
  is_show boolean not null,
  title jsonb not null,
  text jsonb not null,
  picture_key text not null references pictures (key),
  start_at timestamptz not null,
  end_at timestamptz,
  broadcast_start_at timestamptz not null,
  broadcast_end_at timestamptz not null,
  reservation_url text,
  billetweb_id text,
  check (end_at is null or end_at >= start_at),
  check (broadcast_end_at > broadcast_start_at)
);
create index announcements_of_establishment on announcements (establishment_id, start_at, id);

create table jackpots (
  id bigint generated always as identity primary key,
  site_id integer not null references establishments (site_id) on delete cascade,
  site_slot integer not null check (site_slot >= 0),
  model text not null,
  amount_minor bigint not null check (amount_minor > 0),
  payment_date timestamptz not null,
  event_id text not null,
  unique (site_id, event_id)
);
create index jackpots_latest on jackpots (site_id, payment_date desc, id desc);
create index jackpots_of_slot on jackpots (site_id, site_slot, payment_date desc, id desc);
create index jackpots_top on jackpots (site_id, amount_minor desc, payment_date);

create table live_jackpots (
  name text primary key,
  amount_minor bigint not null check (amount_minor >= 0),
  updated_at timestamptz not null
);

-- The casino floor's keys, hashed, and the answers given to its writes: each event_id is applied at most once.
create table floor_keys (
  key_hash text primary key,
  site_id integer not null references establishments (site_id) on delete cascade
);
create table floor_events (
  site_id integer not null references establishments (site_id) on delete cascade,
  event_id text not null,
  call text not null,
  request_hash text not null,
  status integer not null,
  answer jsonb not null,
  received_at timestamptz not null,
  primary key (site_id, event_id)
);

-- What a visitor chose in the consent banner (G39).
create table consent_receipts (
  id uuid primary key,
  project_id integer references projects (id) on delete set null,
  measure boolean not null,
  ads boolean not null,
  text_version text not null,
  locale text not null,
  given_at timestamptz not null
);

-- One version a tag: a save raises it and notifies; a node that lost its LISTEN connection re-reads the table.
create table cache_versions (
  tag text primary key,
  version bigint not null
);
