-- What the desk does for people and with money: tickets that staff issue, offers that operators make, and orders about payments that
-- take two pairs of eyes.

-- Who handed the session's ticket out; null where a command did. Nobody approves what they asked for by way of a ticket of their own.
alter table operator_sessions add column issued_by text;

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

-- An operator's offer: whose desk made it, for whom it is, from when, and how often it may be used in all. Campaigns have none of this.
alter table offers
  add column project_id integer references projects (id) on delete set null,
  add column target text check (target in ('all', 'home_site', 'member')),
  add column target_site_id integer,
  add column target_membership_id text references memberships (id),
  add column available_from timestamptz,
  add column use_limit integer check (use_limit > 0),
  add column uses integer not null default 0 check (uses >= 0),
  add column cancelled_at timestamptz,
  add column created_by text,
  add check ((target is null) = (created_by is null)),
  add check ((target = 'home_site') = (target_site_id is not null) or target is null),
  add check ((target = 'member') = (target_membership_id is not null) or target is null),
  add check (use_limit is null or uses <= use_limit);
create index offers_of_project on offers (project_id, created_at desc) where target is not null;
create index gift_redemptions_of_day on gift_redemptions (site_id, burned_at desc);

-- Money that staff want to credit or to send back: asked for by one, approved by another (G149). The second condition is the second wall
-- behind the verb's own.
create table payment_orders (
  id uuid primary key,
  payment_uuid uuid references payments (uuid),
  -- Of a case that waits; null where a top-up that was credited is to go back.
  case_id bigint references payment_cases (id),
  site_id integer not null,
  decision text not null check (decision in ('credit', 'refund')),
  asked_at timestamptz not null,
  asked_by text not null,
  asked_session uuid not null,
  asked_issuer text,
  ended_at timestamptz,
  ended_by text,
  ended_session uuid,
  verdict text check (verdict in ('approved', 'rejected', 'withdrawn')),
  check ((ended_at is null) = (verdict is null) and (ended_at is null) = (ended_by is null)),
  check (verdict <> 'approved' or (lower(ended_by) <> lower(asked_by) and ended_session <> asked_session)),
  check (payment_uuid is not null or case_id is not null)
);
create unique index payment_orders_open on payment_orders (coalesce(case_id::text, payment_uuid::text)) where ended_at is null;
create index payment_orders_of_payment on payment_orders (payment_uuid);
create index payments_of_site on payments (site_id, created_at desc);
create index audit_entries_of_operator on audit_entries (project_id, operator, at desc);
