-- Pictures: the originals, what browsers are given of them, what they were before, and which of them a venue's gallery shows.

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

-- What a picture was before it was replaced or described anew; the original stays so that it can come back.
create table picture_revisions (
  picture_key text not null references pictures (key) on delete cascade,
  rev integer not null,
  original bytea not null,
  mime text not null check (mime in ('image/jpeg', 'image/png', 'image/webp')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  sha256 text not null,
  alt jsonb not null,
  focal_x double precision not null check (focal_x between 0 and 1),
  focal_y double precision not null check (focal_y between 0 and 1),
  operator text not null,
  at timestamptz not null,
  primary key (picture_key, rev)
);

create table gallery_pictures (
  establishment_id integer not null references establishments (id) on delete cascade,
  position integer not null,
  picture_key text not null references pictures (key),
  primary key (establishment_id, position)
);
alter table gallery_pictures enable row level security, force row level security;
create policy own_venue on gallery_pictures
  using ((select venue_at_work('establishment')) is null or establishment_id = (select venue_at_work('establishment')));
create policy everybody_reads on gallery_pictures for select using (true);
