-- The houses of the group, and the sites on which they are shown. Opening hours have the shape of src/platform/opening-hours.ts.

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
  -- How a venue is paid at its own tills, for its structured data: 'Credit Card', 'Cash', 'Cheque'.
  payments_accepted jsonb not null default '[]',
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
alter table establishments enable row level security, force row level security;
create policy own_venue on establishments
  using ((select venue_at_work('establishment')) is null or id = (select venue_at_work('establishment')));
create policy everybody_reads on establishments for select using (true);

create table projects (
  id integer primary key,
  establishment_id integer not null unique references establishments (id) on delete cascade,
  locales jsonb not null,
  config jsonb not null
);
alter table projects enable row level security, force row level security;
create policy own_venue on projects
  using ((select venue_at_work('project')) is null or id = (select venue_at_work('project')));
create policy everybody_reads on projects for select using (true);

create table project_hosts (
  host text primary key check (host = lower(host)),
  project_id integer not null references projects (id) on delete cascade,
  position integer not null,
  unique (project_id, position)
);
alter table project_hosts enable row level security, force row level security;
create policy own_venue on project_hosts
  using ((select venue_at_work('project')) is null or project_id = (select venue_at_work('project')));
create policy everybody_reads on project_hosts for select using (true);
