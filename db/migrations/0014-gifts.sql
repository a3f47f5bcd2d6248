-- What the house gives: offers, the gifts made of them, what became of each, and who brought whom into the programme.

create table offers (
  -- What campaigns and operators call it.
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  type text not null check (type in ('free_play', 'discount', 'treat', 'show', 'stay')),
  -- Localized; a hyphen of the label is a line break on screens.
  label jsonb not null,
  description jsonb not null,
  -- Reserved to members of the programme.
  is_auth boolean not null,
  -- Play credits, in minor units.
  play_minor bigint check (play_minor > 0),
  play_currency text check (play_currency in ('EUR', 'CHF')),
  -- Under an authorisation of the Swiss commission; without one nothing of it exists in Switzerland.
  is_authorised_ch boolean not null,
  -- How long a gift made of it lives: gaming days or calendar months, the day of its issue included; neither: as long as the offer.
  life_gaming_days smallint check (life_gaming_days > 0),
  life_months smallint check (life_months > 0),
  -- Exclusive.
  expires_at timestamptz,
  created_at timestamptz not null,
  -- An operator's offer: whose desk made it, for whom it is, from when, and how often it may be used in all. Campaigns have none of this.
  project_id integer references projects (id) on delete set null,
  target text check (target in ('all', 'home_site', 'member')),
  target_site_id integer,
  target_membership_id text references memberships (id),
  available_from timestamptz,
  use_limit integer check (use_limit > 0),
  uses integer not null default 0 check (uses >= 0),
  cancelled_at timestamptz,
  created_by text,
  check ((type = 'free_play') = (play_minor is not null)),
  check ((play_minor is null) = (play_currency is null)),
  check (life_gaming_days is null or life_months is null),
  check ((target is null) = (created_by is null)),
  check ((target = 'home_site') = (target_site_id is not null) or target is null),
  check ((target = 'member') = (target_membership_id is not null) or target is null),
  check (use_limit is null or uses <= use_limit)
);
create index offers_of_project on offers (project_id, created_at desc) where target is not null;
alter table offers enable row level security, force row level security;
create policy own_venue on offers
  using ((select venue_at_work('project')) is null or project_id = (select venue_at_work('project')));
create policy everybody_reads on offers for select using (true);
-- The group's own campaigns are written down when the first gift of theirs is given, whoever's act that is.
create policy campaigns_are_the_group_s on offers for insert with check (project_id is null);

-- Where it may be used; there is no offer for nowhere and everywhere.
create table offer_establishments (
  offer_id text not null references offers (id) on delete cascade,
  establishment_id integer not null references establishments (id) on delete cascade,
  primary key (offer_id, establishment_id)
);

create table offer_products (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  offer_id text not null references offers (id) on delete cascade,
  place smallint not null,
  label jsonb not null,
  description jsonb,
  legal_notice jsonb,
  unique (offer_id, place)
);

create table gifts (
  -- Twelve random digits and the check digit of Luhn, unique over all venues and for ever.
  code text primary key check (code ~ '^[0-9]{13}$'),
  offer_id text not null references offers (id),
  -- Whose it is: a membership's, or an account's that has none.
  membership_id text references memberships (id),
  account_id uuid references accounts (id),
  campaign text not null check (campaign in ('welcome', 'birthday', 'operator')),
  -- What makes a campaign give once.
  campaign_key text unique,
  status text not null check (status in ('issued', 'available', 'reserved', 'burned', 'expired', 'cancelled')),
  issued_at timestamptz not null,
  available_from timestamptz not null,
  -- Exclusive; null: the offer's.
  expires_at timestamptz,
  reserved_until timestamptz,
  reserved_site_id integer,
  burned_at timestamptz,
  cancelled_at timestamptz,
  check (num_nonnulls(membership_id, account_id) = 1),
  check (available_from >= issued_at),
  check (expires_at is null or expires_at > available_from),
  check ((status = 'reserved') = (reserved_until is not null)),
  check ((reserved_until is null) = (reserved_site_id is null)),
  check ((status = 'burned') = (burned_at is not null)),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  -- A gift is used while it lives.
  check (burned_at is null or (burned_at >= available_from and (expires_at is null or burned_at < expires_at)))
);
create index gifts_of_membership on gifts (membership_id, issued_at desc) where membership_id is not null;
create index gifts_of_account on gifts (account_id, issued_at desc) where account_id is not null;
create index gifts_expiry on gifts (expires_at) where status in ('issued', 'available', 'reserved');
create index gifts_living_of_offer on gifts (offer_id) where status in ('issued', 'available', 'reserved');
-- The desk counts an offer's gifts, also those that are over.
create index gifts_of_offer on gifts (offer_id);
create index gifts_to_come on gifts (available_from) where status = 'issued';

create table gift_lines (
  code text not null references gifts (code) on delete cascade,
  product_id text not null references offer_products (id),
  primary key (code, product_id)
);

-- Every use of a gift, under the id of the floor's event. A reversal ends the use and takes nothing away.
create table gift_redemptions (
  id bigint generated always as identity primary key,
  code text not null references gifts (code),
  site_id integer not null,
  event_id text not null,
  burned_at timestamptz not null,
  -- The venue's, from 10:00 to 09:59:59.
  gaming_day date not null,
  card_number text,
  -- What was taken, where less than the whole gift was: a list of product ids.
  products jsonb,
  reversed_at timestamptz,
  reversal_event_id text,
  unique (site_id, event_id),
  check ((reversed_at is null) = (reversal_event_id is null)),
  check (reversed_at is null or reversed_at >= burned_at)
);
create unique index gift_redemptions_in_force on gift_redemptions (code) where reversed_at is null;
create index gift_redemptions_of_gift on gift_redemptions (code);
create index gift_redemptions_of_day on gift_redemptions (site_id, burned_at desc);

-- Play credits used, by holder and gaming day: in Switzerland at most 200 francs.
create table free_play_days (
  -- A membership's id, or an account's.
  holder text not null,
  country text not null check (country in ('FR', 'CH', 'BE')),
  gaming_day date not null,
  played_minor bigint not null check (played_minor >= 0),
  primary key (holder, country, gaming_day),
  check (country <> 'CH' or played_minor <= 20000)
);

create table referral_codes (
  membership_id text primary key references memberships (id),
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  made_at timestamptz not null
);

-- Who brought whom, counted when the enrollment was complete: at most four a gaming day.
create table referrals (
  referee_id text primary key references memberships (id),
  sponsor_id text not null references memberships (id),
  gaming_day date not null,
  place smallint not null check (place between 1 and 4),
  counted_at timestamptz not null,
  unique (sponsor_id, gaming_day, place),
  check (sponsor_id <> referee_id)
);

-- What a referee earned on slot machines and electronic roulettes, by gaming day, in cents of the loyalty currency.
create table referral_days (
  referee_id text not null references referrals (referee_id),
  gaming_day date not null,
  earned_cents bigint not null,
  -- When the sponsor got the share of it.
  posted_at timestamptz,
  primary key (referee_id, gaming_day)
);
create index referral_days_to_post on referral_days (gaming_day) where posted_at is null;

-- The sponsor's share of a quarter, posted once.
create table referral_shares (
  referee_id text not null references referrals (referee_id),
  quarter text not null check (quarter ~ '^[0-9]{4}Q[1-4]$'),
  cents bigint not null check (cents >= 0),
  posted_at timestamptz not null,
  primary key (referee_id, quarter)
);
