-- Every change of what a venue shows, made at the desk: which part, what stood there before and after.
create table venue_revisions (
  project_id integer not null references projects (id) on delete cascade,
  rev integer not null,
  section text not null,
  -- An entry of a list (an event, a restaurant); null is the part as a whole.
  item text,
  change text not null check (change in ('save', 'restore', 'create', 'delete', 'order', 'import')),
  before jsonb,
  after jsonb,
  restored_rev integer,
  operator text not null,
  at timestamptz not null,
  -- The form that was sent, so that sending it twice acts once.
  form_key text,
  primary key (project_id, rev)
);
create unique index venue_revisions_form on venue_revisions (project_id, form_key);
create index venue_revisions_of_section on venue_revisions (project_id, section, rev desc);
alter table venue_revisions enable row level security, force row level security;
create policy own_venue on venue_revisions
  using ((select venue_at_work('project')) is null or project_id = (select venue_at_work('project')));
