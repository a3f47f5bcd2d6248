-- Staff at work on a site: their sessions, what they changed, and every version that a text or a picture ever had.

-- A ticket carries all it says under its signature; only that it was used, or withdrawn, is kept (G153, S2).
create table spent_operator_tickets (
  id uuid primary key,
  spent_at timestamptz not null,
  expires_at timestamptz not null
);
create index spent_operator_tickets_expiry on spent_operator_tickets (expires_at);

create table operator_sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  name text not null,
  permissions jsonb not null,
  project_ids jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index operator_sessions_expiry on operator_sessions (expires_at);

-- Who changed what, with what stood there before and after (G164). Rows are written once and for ever.
create table audit_entries (
  id uuid primary key,
  at timestamptz not null,
  session_id uuid,
  operator text not null,
  project_id integer,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb
);
create index audit_entries_of_project on audit_entries (project_id, at desc);
create index audit_entries_of_subject on audit_entries (project_id, subject, at desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is written once';
end $$;
create trigger audit_entries_stand before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger audit_entries_stay before truncate on audit_entries
  for each statement execute function refuse_audit_change();

-- Every version of a text, the one that is live included. `operator` is null for what no operator wrote.
create table content_revisions (
  project_id integer not null references projects (id) on delete cascade,
  key text not null,
  locale text not null,
  rev integer not null,
  body jsonb not null,
  change text not null check (change in ('import', 'save', 'restore', 'publish')),
  operator text,
  at timestamptz not null,
  restored_rev integer,
  primary key (project_id, key, locale, rev)
);
insert into content_revisions (project_id, key, locale, rev, body, change, operator, at)
  select project_id, key, locale, rev, body, 'import', null, updated_at from content_blocks;

-- A text that goes live by itself at its time.
create table scheduled_contents (
  id uuid primary key,
  project_id integer not null references projects (id) on delete cascade,
  key text not null,
  locale text not null,
  body jsonb not null,
  publish_at timestamptz not null,
  operator text not null,
  session_id uuid not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('published', 'withdrawn'))
);
create index scheduled_contents_waiting on scheduled_contents (project_id, key, locale) where ended_at is null;

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
