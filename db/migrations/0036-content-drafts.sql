-- A site may keep what is saved until somebody publishes it (G157). A draft is a revision like every other; this says which revision of
-- a text waits. The live one stays in content_blocks.
alter table content_revisions drop constraint content_revisions_change_check;
alter table content_revisions add constraint content_revisions_change_check
  check (change in ('import', 'save', 'restore', 'publish', 'draft'));

create table content_drafts (
  project_id integer not null references projects (id) on delete cascade,
  key text not null,
  locale text not null,
  rev integer not null,
  -- What the save said of loading with the project; null leaves the text as it is.
  loads_with_project boolean,
  primary key (project_id, key, locale),
  foreign key (project_id, key, locale, rev) references content_revisions (project_id, key, locale, rev) on delete cascade
);

alter table content_drafts enable row level security, force row level security;
create policy own_venue on content_drafts
  using ((select venue_at_work('project')) is null or project_id = (select venue_at_work('project')));
