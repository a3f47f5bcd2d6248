import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { z } from "zod";
import type { BlockDocument } from "../src/content/contract.ts";
import type { OpeningHours } from "../src/platform/opening-hours.ts";
import type { Localized } from "../src/platform/schema.ts";
import type { SiteLocale, siteConfig } from "../src/venues/contract.ts";
import type {
  LedgerAccountsTable,
  LedgerEntriesTable,
  LedgerHouseTotalsTable,
  LedgerLegsTable,
  LedgerSealsTable,
  LedgerUnsealedTable,
  LoyaltyLotsTable,
} from "./ledger-tables.ts";
import type {
  AmlDaysTable,
  BankNoticesTable,
  PaymentCasesTable,
  PaymentFactsTable,
  PaymentOrdersTable,
  PaymentSessionsTable,
  PaymentsTable,
  PinChallengesTable,
  PinKeysTable,
  PinsTable,
  WalletsTable,
  WalletReturnsTable,
  WalletUnlocksTable,
} from "./wallet-tables.ts";
import type {
  FreePlayDaysTable,
  GiftLinesTable,
  GiftRedemptionsTable,
  GiftsTable,
  OfferEstablishmentsTable,
  OfferProductsTable,
  OffersTable,
  ReferralCodesTable,
  ReferralDaysTable,
  ReferralSharesTable,
  ReferralsTable,
} from "./gift-tables.ts";

/**
 * The tables as queries see them, on PGlite and on PostgreSQL alike: int8 is bigint, timestamptz is Date, bytea is
 * Uint8Array. jsonb is read as its value but must be written as text, because one of the two databases refuses a raw
 * array.
 */
export type Tables = {
  establishments: EstablishmentsTable;
  projects: ProjectsTable;
  project_hosts: ProjectHostsTable;
  content_blocks: ContentBlocksTable;
  pictures: PicturesTable;
  picture_variants: PictureVariantsTable;
  gallery_pictures: GalleryPicturesTable;
  games: GamesTable;
  restaurants: RestaurantsTable;
  activities: ActivitiesTable;
  meetings: MeetingsTable;
  retired_slugs: RetiredSlugsTable;
  announcements: AnnouncementsTable;
  jackpots: JackpotsTable;
  live_jackpots: LiveJackpotsTable;
  floor_keys: FloorKeysTable;
  floor_events: FloorEventsTable;
  consent_receipts: ConsentReceiptsTable;
  accounts: AccountsTable;
  contact_consents: ContactConsentsTable;
  sessions: SessionsTable;
  one_time_tokens: OneTimeTokensTable;
  email_changes: EmailChangesTable;
  known_browsers: KnownBrowsersTable;
  social_identities: SocialIdentitiesTable;
  otp_codes: OtpCodesTable;
  avatars: AvatarsTable;
  limit_windows: LimitWindowsTable;
  login_minutes: LoginMinutesTable;
  used_captchas: UsedCaptchasTable;
  mails: MailsTable;
  idempotency_keys: IdempotencyKeysTable;
  memberships: MembershipsTable;
  cards: CardsTable;
  card_reservations: CardReservationsTable;
  card_insertions: CardInsertionsTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_legs: LedgerLegsTable;
  ledger_unsealed: LedgerUnsealedTable;
  ledger_seals: LedgerSealsTable;
  ledger_house_totals: LedgerHouseTotalsTable;
  loyalty_lots: LoyaltyLotsTable;
  enrollment_card_ids: EnrollmentCardIdsTable;
  enrollments: EnrollmentsTable;
  enrollment_attempts: EnrollmentAttemptsTable;
  identity_events: IdentityEventsTable;
  exclusion_verdicts: ExclusionVerdictsTable;
  wallets: WalletsTable;
  pins: PinsTable;
  pin_keys: PinKeysTable;
  pin_challenges: PinChallengesTable;
  wallet_unlocks: WalletUnlocksTable;
  wallet_returns: WalletReturnsTable;
  payments: PaymentsTable;
  payment_facts: PaymentFactsTable;
  payment_sessions: PaymentSessionsTable;
  bank_notices: BankNoticesTable;
  payment_cases: PaymentCasesTable;
  payment_orders: PaymentOrdersTable;
  aml_days: AmlDaysTable;
  offers: OffersTable;
  offer_establishments: OfferEstablishmentsTable;
  offer_products: OfferProductsTable;
  gifts: GiftsTable;
  gift_lines: GiftLinesTable;
  gift_redemptions: GiftRedemptionsTable;
  free_play_days: FreePlayDaysTable;
  referral_codes: ReferralCodesTable;
  referrals: ReferralsTable;
  referral_days: ReferralDaysTable;
  referral_shares: ReferralSharesTable;
  passes: PassesTable;
  pass_devices: PassDevicesTable;
  used_pass_links: UsedPassLinksTable;
  spent_operator_tickets: SpentOperatorTicketsTable;
  operator_sessions: OperatorSessionsTable;
  operator_tickets: OperatorTicketsTable;
  audit_entries: AuditEntriesTable;
  content_revisions: ContentRevisionsTable;
  content_drafts: ContentDraftsTable;
  scheduled_contents: ScheduledContentsTable;
  picture_revisions: PictureRevisionsTable;
  venue_revisions: VenueRevisionsTable;
  cache_versions: CacheVersionsTable;
  schema_migrations: SchemaMigrationsTable;
};

type Json<Value extends object> = JSONColumnType<Value>;
type NullableJson<Value extends object> = ColumnType<Value | null, string | null | undefined, string | null>;

export type EstablishmentsTable = {
  id: number;
  site_id: number;
  slug: string;
  name: string;
  label: string;
  is_visible: boolean;
  country: "FR" | "CH" | "BE";
  pasino: number;
  sub_name: string | null;
  preposition: "de" | "de la" | "du" | "";
  company: string;
  street_address: string;
  postal_code: string;
  locality: string;
  administrative_area_level_1: string | null;
  latitude: number | null;
  longitude: number | null;
  primary_color: string;
  logo_background_color: string | null;
  logo_gold: boolean;
  logo_variant: string | null;
  cover_picture: string;
  lantern_x: number | null;
  lantern_y: number | null;
  contact_phone: string;
  contact_email: string | null;
  show_contact_email: boolean;
  hide_accessibility: boolean;
  shop_url: string | null;
  sister_url: string | null;
  parking: boolean;
  smoking_area: boolean;
  payments_accepted: Json<string[]>;
  theater: NullableJson<Localized>;
  locality_nearby: NullableJson<Localized>;
  tagline: Json<Localized>;
  presentation: Json<Localized>;
  opening_hours: Json<OpeningHours>;
  social: Json<{ facebook?: string; instagram?: string; tiktok?: string; linkedin?: string }>;
  extra_links: Json<{ label: Localized; href: string }[]>;
  legal_notice: Json<Localized[]>;
  games_summary: Json<{ slot: number; elec: number; jt: number }>;
  horsjeu_summary: NullableJson<{ restauration?: Localized; activity?: Localized }>;
  meetings_active: boolean;
  updated_at: Date;
};

export type ProjectsTable = {
  id: number;
  establishment_id: number;
  locales: Json<SiteLocale[]>;
  config: Json<z.output<typeof siteConfig>>;
};

export type ProjectHostsTable = {
  host: string;
  project_id: number;
  position: number;
};

export type ContentBlocksTable = {
  project_id: number;
  key: string;
  locale: string;
  body: Json<BlockDocument>;
  rev: Generated<number>;
  loads_with_project: Generated<boolean>;
  updated_at: Date;
};

export type PicturesTable = {
  key: string;
  original: Uint8Array;
  mime: "image/jpeg" | "image/png" | "image/webp";
  width: number;
  height: number;
  sha256: string;
  alt: Json<Localized>;
  focal_x: number;
  focal_y: number;
  updated_at: Date;
  ladder_until: Date | null;
};

export type PictureVariantsTable = {
  picture_key: string;
  sha256: string;
  rung: string;
  format: "avif" | "webp" | "jpeg";
  width: number;
  height: number;
  body: Uint8Array;
};

export type GalleryPicturesTable = {
  establishment_id: number;
  position: number;
  picture_key: string;
};

export type GamesTable = {
  establishment_id: number;
  key: string;
  position: number;
  picture_key: string;
  number: number;
  label: Json<Localized>;
  presentation: NullableJson<Localized>;
  open_hour: string | null;
  stake_min_minor: bigint | null;
  rules_url: string | null;
};

export type RestaurantsTable = {
  establishment_id: number;
  slug: string;
  position: number;
  type: "restaurant" | "bar" | "hostel";
  label: Json<Localized>;
  picture_key: string;
  summary: Json<Localized>;
  presentation: NullableJson<Localized>;
  opening_hours: NullableJson<OpeningHours>;
  contact_phone: string | null;
  reservation_link: string | null;
  menu_link: string | null;
};

export type ActivitiesTable = {
  establishment_id: number;
  slug: string;
  position: number;
  label: Json<Localized>;
  picture_key: string;
  summary: Json<Localized>;
  presentation: NullableJson<Localized>;
  contact_phone: string | null;
  reservation_link: string | null;
};

export type MeetingsTable = {
  establishment_id: number;
  kind: "professional" | "private";
  label: Json<Localized>;
  picture_key: string;
  summary: Json<Localized>;
  presentation: NullableJson<Localized>;
  contact_phone: string | null;
  reservation_link: string | null;
};

export type RetiredSlugsTable = {
  establishment_id: number;
  noun: "restaurant" | "activity";
  slug: string;
  current_slug: string;
};

export type AnnouncementsTable = {
  id: number;
  establishment_id: number;
  slug: string;
  is_show: boolean;
  title: Json<Localized>;
  text: Json<Localized>;
  picture_key: string;
  start_at: Date;
  end_at: Date | null;
  broadcast_start_at: Date;
  broadcast_end_at: Date;
  reservation_url: string | null;
  billetweb_id: string | null;
};

export type JackpotsTable = {
  id: GeneratedAlways<bigint>;
  site_id: number;
  site_slot: number;
  model: string;
  amount_minor: bigint;
  payment_date: Date;
  event_id: string;
};

export type LiveJackpotsTable = {
  name: string;
  amount_minor: bigint;
  updated_at: Date;
};

export type FloorKeysTable = {
  key_hash: string;
  site_id: number;
};

export type FloorEventsTable = {
  site_id: number;
  event_id: string;
  call: string;
  request_hash: string;
  status: number;
  answer: Json<object>;
  received_at: Date;
};

export type ConsentReceiptsTable = {
  id: string;
  project_id: number | null;
  measure: boolean;
  ads: boolean;
  text_version: string;
  locale: string;
  given_at: Date;
};

export type AccountsTable = {
  id: string;
  status: "pending" | "confirmed" | "superseded" | "erased";
  email: string | null;
  email_confirmed_at: Date | null;
  /** When the mail server last rejected the address permanently. Null again once it accepts a mail. */
  email_bounced_at: Generated<Date | null>;
  password_hash: string | null;
  password_changed_at: Date | null;
  customer_id: string;
  civility_id: number | null;
  lastname: string | null;
  lastname_normalised: string | null;
  firstname: string | null;
  firstname_normalised: string | null;
  /** ISO date. */
  birthday: string | null;
  pseudo: string | null;
  pseudo_folded: string | null;
  mobile_phone: string | null;
  mobile_phone_verified_at: Date | null;
  accepts_email: boolean;
  accepts_sms: boolean;
  accepts_letter: boolean;
  optin_refused_at: Date | null;
  terms_version: string;
  wallet_key: string | null;
  playersplus_id: string | null;
  locale: "fr" | "en";
  project_id: number | null;
  created_at: Date;
  last_seen_at: Date;
  disabled_at: Date | null;
  deletion_requested_at: Date | null;
  inactivity_noticed_at: Date | null;
  erased_at: Date | null;
  identity_verified_at: Date | null;
};

export type MembershipsTable = {
  id: string;
  wallet_key: string;
  person_hash: Uint8Array;
  lastname: string | null;
  lastname_normalised: string | null;
  firstname: string | null;
  firstname_normalised: string | null;
  /** ISO date. */
  birthday: string | null;
  mobile_phone: string | null;
  home_site_id: number;
  status: "active" | "disabled";
  joined_at: Date;
  excluded_since: Date | null;
  exclusion_checked_at: Date | null;
};

export type CardsTable = {
  card_number: string;
  membership_id: string;
  type: "PLASTIC" | "DIGITAL" | "VIRTUAL";
  status: "active" | "replaced" | "blocked";
  site_id: number;
  issued_at: Date;
  ended_at: Date | null;
};

export type CardReservationsTable = {
  card_number: string;
  reserved_at: Date;
};

export type CardInsertionsTable = {
  membership_id: string;
  card_number: string;
  site_id: number;
  machine: string;
  inserted_at: Date;
};

export type PassesTable = {
  serial: string;
  account_id: string | null;
  card_number: string;
  membership_id: string | null;
  locale: "fr" | "en";
  sealed_token: Uint8Array;
  is_at_google: boolean;
  created_at: Date;
  updated_at: Date;
  revoked_at: Date | null;
};

export type PassDevicesTable = {
  device_id: string;
  serial: string;
  push_token: string;
  registered_at: Date;
};

export type UsedPassLinksTable = {
  once_hash: Uint8Array;
  expires_at: Date;
};

export type ContactConsentsTable = {
  id: GeneratedAlways<bigint>;
  account_id: string;
  channel: "CANAL_EMAIL" | "CANAL_SMS" | "CANAL_LETTER";
  value: boolean;
  given_at: Date;
  source: string;
  text_version: string;
};

export type SessionsTable = {
  id: string;
  account_id: string;
  kind: "web" | "native" | "api";
  token_hash: Uint8Array;
  previous_token_hash: Uint8Array | null;
  previous_until: Date | null;
  is_rotation_due: boolean;
  device: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
};

export type OneTimeTokensTable = {
  token_hash: Uint8Array;
  purpose:
    | "email_confirmation"
    | "password_reset"
    | "social_registration"
    | "social_linking"
    | "email_change_new"
    | "email_change_old";
  account_id: string | null;
  sealed_payload: Uint8Array | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  voided_at: Date | null;
};

export type EmailChangesTable = {
  id: string;
  account_id: string;
  new_email: string;
  project_id: number | null;
  asked_at: Date;
  asked_by: string;
  asked_session: string;
  asked_issuers: JSONColumnType<string[]>;
  expires_at: Date;
  new_agreed_at: Date | null;
  old_agreed_at: Date | null;
  vouched_by: string | null;
  vouched_session: string | null;
  ended_at: Date | null;
  outcome: "changed" | "refused" | "withdrawn" | "replaced" | "taken" | "left" | null;
};

export type KnownBrowsersTable = {
  account_id: string;
  browser_hash: Uint8Array;
  first_seen_at: Date;
  last_seen_at: Date;
};

export type SocialIdentitiesTable = {
  provider: "google" | "apple" | "facebook";
  subject: string;
  account_id: string;
  sealed_refresh_token: Uint8Array | null;
  linked_at: Date;
  last_used_at: Date;
};

export type OtpCodesTable = {
  id: string;
  device_token_hash: Uint8Array;
  session_id: string;
  account_id: string;
  purpose: "verify_phone" | "leave_phone";
  phone: string;
  code_hash: Uint8Array;
  comparisons: Generated<number>;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  voided_at: Date | null;
  /** The provider's id of the message, and the last state it reported. */
  message_id: Generated<string | null>;
  delivery: Generated<"pending" | "delivered" | "failed" | "unknown" | null>;
  delivery_at: Generated<Date | null>;
};

export type AvatarsTable = {
  account_id: string;
  key: string;
  mime: "image/webp" | "image/jpeg";
  body: Uint8Array;
  updated_at: Date;
};

/** `hits` is written and read in SQL only. */
export type LimitWindowsTable = {
  key: Uint8Array;
  hits: Date[];
  expires_at: Date;
};

export type LoginMinutesTable = {
  minute: Date;
  attempts: number;
  failures: number;
};

export type UsedCaptchasTable = {
  challenge_hash: Uint8Array;
  expires_at: Date;
};

export type MailsTable = {
  id: string;
  kind: string;
  account_id: string | null;
  sealed_content: Uint8Array | null;
  created_at: Date;
  sent_at: Date | null;
  /** When the mail server rejected it permanently. */
  refused_at: Generated<Date | null>;
};

export type IdempotencyKeysTable = {
  call: string;
  key: string;
  request_hash: Uint8Array;
  status: number | null;
  sealed_answer: Uint8Array | null;
  created_at: Date;
  expires_at: Date;
};

export type EnrollmentCardIdsTable = { card_id: string; account_id: string; reserved_at: Date };

export type EnrollmentsTable = {
  id: string;
  account_id: string;
  site_id: number;
  country: "FR" | "CH" | "BE";
  status: EnrollmentStatus;
  error: string | null;
  checks_done: Generated<number>;
  card_id: string | null;
  membership_id: string | null;
  person_hash: Uint8Array | null;
  document_hash: Uint8Array | null;
  sponsor_membership_id: string | null;
  rules_version: string | null;
  rules_accepted_at: Date | null;
  claim: string | null;
  claimed_until: Date | null;
  expires_at: Date | null;
  validated_site_id: number | null;
  creation_failures: Generated<number>;
  changed_at: Date;
};

export type EnrollmentStatus =
  | "NEW"
  | "OPENED"
  | "STARTED"
  | "OK"
  | "READY"
  | "VALIDATED"
  | "CREATION_IN_PROGRESS"
  | "CREATION_ERROR"
  | "LINKED"
  | "COMPLETED"
  | "CANCELED"
  | "ERROR"
  | "DISABLED";

export type EnrollmentAttemptsTable = {
  id: string;
  enrollment_id: string;
  number: number;
  verification_id: string;
  sealed_link: Uint8Array;
  opened_at: Date;
  link_expires_at: Date;
  reread_at: Date;
  closed_at: Date | null;
  outcome: string | null;
  document_type: string | null;
  document_country: string | null;
  /** ISO date. */
  document_expires_on: string | null;
  converted_at: Date | null;
};

export type IdentityEventsTable = {
  event_id: string;
  received_at: Date;
  kind: string | null;
  verification_id: string | null;
  sent_at: Date | null;
  body_hash: Uint8Array;
  outcome: "applied" | "unchanged" | "stale" | "unknown" | "poison" | null;
  processed_at: Date | null;
};

export type ExclusionVerdictsTable = {
  id: GeneratedAlways<bigint>;
  enrollment_id: string | null;
  membership_id: string | null;
  verdict: "clear" | "barred";
  source: string;
  checked_at: Date;
};

export type CacheVersionsTable = {
  tag: string;
  version: bigint;
};

/** The migrations that have run. The platform creates this table, not a migration file. */
export type SchemaMigrationsTable = {
  name: string;
  sha256: string;
  applied_at: Generated<Date>;
};

export type SpentOperatorTicketsTable = {
  id: string;
  spent_at: Date;
  expires_at: Date;
};

export type OperatorSessionsTable = {
  id: string;
  token_hash: Uint8Array;
  name: string;
  permissions: Json<string[]>;
  project_ids: Json<number[]>;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  issued_by: string | null;
  issuers: Json<string[]>;
};

export type OperatorTicketsTable = {
  id: string;
  name: string;
  permissions: Json<string[]>;
  project_ids: Json<number[]>;
  issued_by: string;
  issued_at: Date;
  expires_at: Date;
};

export type AuditEntriesTable = {
  id: string;
  at: Date;
  session_id: string | null;
  operator: string;
  project_id: number | null;
  action: string;
  subject: string;
  before: NullableJson<object>;
  after: NullableJson<object>;
};

export type ContentRevisionsTable = {
  project_id: number;
  key: string;
  locale: string;
  rev: number;
  body: Json<BlockDocument>;
  change: "import" | "save" | "restore" | "publish" | "draft";
  operator: string | null;
  at: Date;
  restored_rev: number | null;
};

export type ContentDraftsTable = {
  project_id: number;
  key: string;
  locale: string;
  rev: number;
  loads_with_project: boolean | null;
  /** The live revision when the draft was begun, or 0 if nothing was live. */
  live_rev: number;
};

export type ScheduledContentsTable = {
  id: string;
  project_id: number;
  key: string;
  locale: string;
  body: Json<BlockDocument>;
  publish_at: Date;
  operator: string;
  session_id: string;
  created_at: Date;
  ended_at: Date | null;
  outcome: "published" | "withdrawn" | "refused" | null;
  rev: number | null;
  loads_with_project: boolean | null;
};

export type VenueRevisionsTable = {
  project_id: number;
  rev: number;
  section: string;
  item: string | null;
  change: "save" | "restore" | "create" | "delete" | "order" | "import";
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  restored_rev: number | null;
  operator: string;
  at: Date;
  form_key: string | null;
};

export type PictureRevisionsTable = {
  picture_key: string;
  rev: number;
  original: Uint8Array;
  mime: "image/jpeg" | "image/png" | "image/webp";
  width: number;
  height: number;
  sha256: string;
  alt: Json<Localized>;
  focal_x: number;
  focal_y: number;
  operator: string;
  at: Date;
};
