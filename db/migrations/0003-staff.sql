-- Staff at work: the tickets by which they come in, their sessions, and the trail of what they changed.

-- A ticket carries all it says under its signature; only that it was used, or withdrawn, is kept.
create table spent_operator_tickets (
  id uuid primary key,
  spent_at timestamptz not null,
  expires_at timestamptz not null
);
create index spent_operator_tickets_expiry on spent_operator_tickets (expires_at);

-- Tickets that an administrator issued, without what opens them.
create table operator_tickets (
  id uuid primary key,
  name text not null,
  permissions jsonb not null,
  project_ids jsonb not null,
  issued_by text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_tickets_expiry on operator_tickets (expires_at);

create table operator_sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  name text not null,
  permissions jsonb not null,
  project_ids jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Who handed the session's ticket out; null where a command did. Nobody approves what they asked for by way of a ticket of their own.
  issued_by text,
  -- Everybody through whose hands the session's right came, the nearest first: a ticket of a ticket of one's own is no second person.
  issuers jsonb not null default '[]'
);
create index operator_sessions_expiry on operator_sessions (expires_at);

-- Who changed what, with what stood there before and after. Rows are written once and for ever.
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
create index audit_entries_of_operator on audit_entries (project_id, operator, at desc);

alter table audit_entries enable row level security, force row level security;
create policy own_venue on audit_entries
  using ((select venue_at_work('project')) is null or project_id = (select venue_at_work('project')));
-- A session may be for several sites: that it begins and ends is written down under one of them.
create policy everybody_writes on audit_entries for insert with check (true);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is written once';
end $$;
create trigger audit_entries_stand before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger audit_entries_stay before truncate on audit_entries
  for each statement execute function refuse_audit_change();
