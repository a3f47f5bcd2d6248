-- What a house has beside its games: restaurants, activities, and rooms for meetings.

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
alter table restaurants enable row level security, force row level security;
create policy own_venue on restaurants
  using ((select venue_at_work('establishment')) is null or establishment_id = (select venue_at_work('establishment')));
create policy everybody_reads on restaurants for select using (true);

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
alter table activities enable row level security, force row level security;
create policy own_venue on activities
  using ((select venue_at_work('establishment')) is null or establishment_id = (select venue_at_work('establishment')));
create policy everybody_reads on activities for select using (true);

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
alter table meetings enable row level security, force row level security;
create policy own_venue on meetings
  using ((select venue_at_work('establishment')) is null or establishment_id = (select venue_at_work('establishment')));
create policy everybody_reads on meetings for select using (true);

-- Old slugs keep answering with a redirect.
create table retired_slugs (
  establishment_id integer not null references establishments (id) on delete cascade,
  noun text not null check (noun in ('restaurant', 'activity')),
  slug text not null,
  current_slug text not null,
  primary key (establishment_id, noun, slug)
);
alter table retired_slugs enable row level security, force row level security;
create policy own_venue on retired_slugs
  using ((select venue_at_work('establishment')) is null or establishment_id = (select venue_at_work('establishment')));
create policy everybody_reads on retired_slugs for select using (true);
