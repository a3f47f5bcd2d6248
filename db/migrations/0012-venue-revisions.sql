-- Every change of what a venue shows, made at the desk: which part, what stood there before and after. `item` names an entry of a
-- list (an event, a restaurant); null is the part as a whole. `form_key` names the form that was sent, so that sending it twice acts once.
create table venue_revisions (
  project_id integer not null references projects (id) on delete cascade,
  rev integer not null,
  section text not null,
  item text,
  change text not null check (change in ('save', 'restore', 'create', 'delete', 'order', 'import')),
  before jsonb,
  after jsonb,
  restored_rev integer,
  operator text not null,
  at timestamptz not null,
  form_key text,
  primary key (project_id, rev)
);
create unique index venue_revisions_form on venue_revisions (project_id, form_key);
create index venue_revisions_of_section on venue_revisions (project_id, section, rev desc);
