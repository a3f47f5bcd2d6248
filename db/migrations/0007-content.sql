-- Texts of a site that staff write in the page, with every version that they ever had.

-- The text that is live: Editor.js blocks as JSON. `loads_with_project` is the negation of the wire's not_loadauto.
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
alter table content_blocks enable row level security, force row level security;
create policy own_venue on content_blocks
  using ((select venue_at_work('project')) is null or project_id = (select venue_at_work('project')));
create policy everybody_reads on content_blocks for select using (true);

-- Every version of a text, the one that is live included. `operator` is null for what no operator wrote.
create table content_revisions (
  project_id integer not null references projects (id) on delete cascade,
  key text not null,
  locale text not null,
  rev integer not null,
  body jsonb not null,
  change text not null check (change in ('import', 'save', 'restore', 'publish', 'draft')),
  operator text,
  at timestamptz not null,
  restored_rev integer,
  primary key (project_id, key, locale, rev)
);
alter table content_revisions enable row level security, force row level security;
create policy own_venue on content_revisions
  using ((select venue_at_work('project')) is null or project_id = (select venue_at_work('project')));

-- A site may keep what is saved until somebody publishes it. A draft is a revision like every other; this says which revision of a text
-- waits. The live one stays in content_blocks.
create table content_drafts (
  project_id integer not null references projects (id) on delete cascade,
  key text not null,
  locale text not null,
  rev integer not null,
  -- What the save said of loading with the project; null leaves the text as it is.
  loads_with_project boolean,
  -- Which revision was live when the draft was begun, 0 for none: what goes live meanwhile is not written over unseen.
  live_rev integer not null,
  primary key (project_id, key, locale),
  foreign key (project_id, key, locale, rev) references content_revisions (project_id, key, locale, rev) on delete cascade
);
alter table content_drafts enable row level security, force row level security;
create policy own_venue on content_drafts
  using ((select venue_at_work('project')) is null or project_id = (select venue_at_work('project')));

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
  -- refused: what may not go live when its time has come does not.
  outcome text check (outcome in ('published', 'withdrawn', 'refused')),
  -- Which revision it was written over: a later save that it goes over is marked. Null where nothing says so.
  rev integer,
  -- What the save said of loading with the project; null leaves the text as it is.
  loads_with_project boolean
);
create index scheduled_contents_waiting on scheduled_contents (project_id, key, locale) where ended_at is null;
alter table scheduled_contents enable row level security, force row level security;
create policy own_venue on scheduled_contents
  using ((select venue_at_work('project')) is null or project_id = (select venue_at_work('project')));
