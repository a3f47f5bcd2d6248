/**
 * Made by `npm run db-types` (generate-types.ts) from a PostgreSQL with all migrations and from types.config.ts: edit those.
 *
 * The tables as queries see them, on PGlite and on PostgreSQL alike.
 */
import type { Generated, GeneratedAlways } from "kysely";
import type { BlockDocument } from "../src/content/contract.ts";
import type { OpeningHours } from "../src/platform/opening-hours.ts";
import type { Localized } from "../src/platform/schema.ts";
import type { OperatingCompany, SiteLocale } from "../src/venues/contract.ts";
import type { FixedAtInsert, Json, NullableJson, RangesText, SiteConfig, WrittenOnce } from "./column-types.ts";

export type Tables = {
  accounts: AccountsTable;
  activities: ActivitiesTable;
  aml_days: AmlDaysTable;
  aml_movements: AmlMovementsTable;
  aml_totals: AmlTotalsTable;
  announcements: AnnouncementsTable;
  audit_entries: AuditEntriesTable;
  avatars: AvatarsTable;
  bank_notices: BankNoticesTable;
  cache_versions: CacheVersionsTable;
  card_insertions: CardInsertionsTable;
  card_reservations: CardReservationsTable;
  cards: CardsTable;
  consent_receipts: ConsentReceiptsTable;
  contact_consents: ContactConsentsTable;
  content_blocks: ContentBlocksTable;
  content_drafts: ContentDraftsTable;
  content_revisions: ContentRevisionsTable;
  earning_days: EarningDaysTable;
  email_changes: EmailChangesTable;
  enrollment_attempts: EnrollmentAttemptsTable;
  enrollment_card_ids: EnrollmentCardIdsTable;
  enrollments: EnrollmentsTable;
  establishments: EstablishmentsTable;
  exclusion_checks: ExclusionChecksTable;
  exclusion_rounds: ExclusionRoundsTable;
  exclusion_verdicts: ExclusionVerdictsTable;
  floor_events: FloorEventsTable;
  floor_keys: FloorKeysTable;
  free_play_days: FreePlayDaysTable;
  gallery_pictures: GalleryPicturesTable;
  games: GamesTable;
  gift_lines: GiftLinesTable;
  gift_redemptions: GiftRedemptionsTable;
  gifts: GiftsTable;
  idempotency_keys: IdempotencyKeysTable;
  identity_events: IdentityEventsTable;
  installation: InstallationTable;
  jackpots: JackpotsTable;
  known_browsers: KnownBrowsersTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_house_totals: LedgerHouseTotalsTable;
  ledger_legs: LedgerLegsTable;
  ledger_seals: LedgerSealsTable;
  ledger_unsealed: LedgerUnsealedTable;
  limit_windows: LimitWindowsTable;
  live_jackpots: LiveJackpotsTable;
  login_minutes: LoginMinutesTable;
  loyalty_lots: LoyaltyLotsTable;
  mail_requests: MailRequestsTable;
  mails: MailsTable;
  meetings: MeetingsTable;
  memberships: MembershipsTable;
  offer_establishments: OfferEstablishmentsTable;
  offer_products: OfferProductsTable;
  offers: OffersTable;
  one_time_tokens: OneTimeTokensTable;
  operator_sessions: OperatorSessionsTable;
  operator_tickets: OperatorTicketsTable;
  otp_codes: OtpCodesTable;
  pass_devices: PassDevicesTable;
  passes: PassesTable;
  payment_cases: PaymentCasesTable;
  payment_facts: PaymentFactsTable;
  payment_order_lines: PaymentOrderLinesTable;
  payment_orders: PaymentOrdersTable;
  payment_sessions: PaymentSessionsTable;
  payments: PaymentsTable;
  picture_revisions: PictureRevisionsTable;
  picture_variants: PictureVariantsTable;
  pictures: PicturesTable;
  pin_challenges: PinChallengesTable;
  pin_keys: PinKeysTable;
  pins: PinsTable;
  project_hosts: ProjectHostsTable;
  projects: ProjectsTable;
  referral_codes: ReferralCodesTable;
  referral_days: ReferralDaysTable;
  referral_shares: ReferralSharesTable;
  referrals: ReferralsTable;
  restaurants: RestaurantsTable;
  retired_slugs: RetiredSlugsTable;
  scheduled_contents: ScheduledContentsTable;
  schema_migrations: SchemaMigrationsTable;
  sessions: SessionsTable;
  social_identities: SocialIdentitiesTable;
  spent_operator_tickets: SpentOperatorTicketsTable;
  used_captchas: UsedCaptchasTable;
  used_pass_links: UsedPassLinksTable;
  venue_revisions: VenueRevisionsTable;
  wallet_returns: WalletReturnsTable;
  wallet_unlocks: WalletUnlocksTable;
  wallets: WalletsTable;
};

export type AccountsTable = {
  id: string;
  status: "pending" | "confirmed" | "superseded" | "erased";
  email: string | null;
  email_confirmed_at: Date | null;
  email_bounced_at: Date | null;
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
  identity_verified_at: Date | null;
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

export type AmlDaysTable = {
  membership_id: string;
  site_id: number;
  /** ISO date. */
  gaming_day: string;
  total_minor: bigint;
  alerted_at: Date | null;
};

export type AmlMovementsTable = {
  id: GeneratedAlways<bigint>;
  membership_id: string;
  site_id: number;
  /** ISO date. */
  gaming_day: string;
  kind: "bank_credit" | "till_load" | "refund" | "till_payout";
  amount_minor: bigint;
  currency: "EUR" | "CHF";
  moved_at: Date;
  key: string;
};

export type AmlTotalsTable = {
  membership_id: string;
  country: "FR" | "CH" | "BE";
  currency: "EUR" | "CHF";
  /** ISO date. */
  gaming_day: string;
  total_minor: bigint;
  alerted_at: Date | null;
  structured_at: Date | null;
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
  doors_time: string | null;
  duration_minutes: number | null;
  price_min_minor: bigint | null;
  price_max_minor: bigint | null;
  age_min: number | null;
  seats_total: number | null;
  seats_left: number | null;
  performer: string | null;
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

export type AvatarsTable = {
  account_id: string;
  key: string;
  mime: "image/webp" | "image/jpeg";
  body: Uint8Array;
  updated_at: Date;
};

export type BankNoticesTable = {
  id: GeneratedAlways<bigint>;
  session_id: string | null;
  status: string | null;
  fact: PaymentsTable["status"] | null;
  state: string | null;
  poison: "TOO_LARGE" | "GARBLED" | null;
  body_hash: Uint8Array;
  deliveries: Generated<number>;
  received_at: Date;
  last_received_at: Date;
  company: string | null;
};

export type CacheVersionsTable = {
  tag: string;
  version: bigint;
};

export type CardInsertionsTable = {
  membership_id: string;
  card_number: string;
  site_id: number;
  machine: string;
  inserted_at: Date;
};

export type CardReservationsTable = {
  card_number: string;
  reserved_at: Date;
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

export type ConsentReceiptsTable = {
  id: string;
  project_id: number | null;
  measure: boolean;
  ads: boolean;
  text_version: string;
  locale: string;
  given_at: Date;
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

export type ContentBlocksTable = {
  project_id: number;
  key: string;
  locale: string;
  body: Json<BlockDocument>;
  rev: Generated<number>;
  loads_with_project: Generated<boolean>;
  updated_at: Date;
};

export type ContentDraftsTable = {
  project_id: number;
  key: string;
  locale: string;
  rev: number;
  loads_with_project: boolean | null;
  live_rev: number;
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

export type EarningDaysTable = {
  site_id: number;
  membership_id: string;
  /** ISO date. */
  gaming_day: string;
  earned_minor: bigint;
};

export type EmailChangesTable = {
  id: string;
  account_id: string;
  new_email: string;
  project_id: number | null;
  asked_at: Date;
  asked_by: string;
  asked_session: string;
  asked_issuers: Json<string[]>;
  expires_at: Date;
  new_agreed_at: Date | null;
  old_agreed_at: Date | null;
  vouched_by: string | null;
  vouched_session: string | null;
  ended_at: Date | null;
  outcome: "changed" | "refused" | "withdrawn" | "replaced" | "taken" | "left" | null;
};

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

export type EnrollmentCardIdsTable = {
  card_id: string;
  account_id: string;
  reserved_at: Date;
};

export type EnrollmentsTable = {
  id: string;
  account_id: string;
  site_id: number;
  country: "FR" | "CH" | "BE";
  status:
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
  operating_company: NullableJson<OperatingCompany>;
  company_key: Generated<string>;
  phone_hours: NullableJson<Localized>;
  same_as: Json<string[]>;
};

export type ExclusionChecksTable = {
  membership_id: string;
  country: "FR" | "CH" | "BE";
  since: Date;
  unanswered: Generated<number>;
  due_at: Date;
};

export type ExclusionRoundsTable = {
  is_running: boolean;
  claim: string;
  claimed_until: Date;
};

export type ExclusionVerdictsTable = {
  id: GeneratedAlways<bigint>;
  enrollment_id: string | null;
  membership_id: string | null;
  verdict: "clear" | "barred";
  source: string;
  checked_at: Date;
  repeated_at: Date | null;
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

export type FloorKeysTable = {
  key_hash: string;
  site_id: number;
  id: GeneratedAlways<number>;
  label: Generated<string>;
  scopes: NullableJson<string[]>;
  issued_at: Date | null;
  last_used_at: Date | null;
  ends_at: Date | null;
  successor_id: number | null;
};

export type FreePlayDaysTable = {
  holder: string;
  country: "FR" | "CH" | "BE";
  /** ISO date. */
  gaming_day: string;
  played_minor: bigint;
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

export type GiftLinesTable = {
  code: string;
  product_id: string;
};

export type GiftRedemptionsTable = {
  id: GeneratedAlways<bigint>;
  code: string;
  site_id: number;
  event_id: string;
  burned_at: Date;
  /** ISO date. */
  gaming_day: string;
  card_number: string | null;
  products: NullableJson<string[]>;
  reversed_at: Date | null;
  reversal_event_id: string | null;
};

export type GiftsTable = {
  code: string;
  offer_id: string;
  membership_id: string | null;
  account_id: string | null;
  campaign: "welcome" | "birthday" | "operator";
  campaign_key: string | null;
  status: "issued" | "available" | "reserved" | "burned" | "expired" | "cancelled";
  issued_at: Date;
  available_from: Date;
  expires_at: Date | null;
  reserved_until: Date | null;
  reserved_site_id: number | null;
  burned_at: Date | null;
  cancelled_at: Date | null;
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

export type InstallationTable = {
  is_only: Generated<boolean>;
  identity: string;
  generation: string;
  rotated_at: Date | null;
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

export type KnownBrowsersTable = {
  account_id: string;
  browser_hash: Uint8Array;
  first_seen_at: Date;
  last_seen_at: Date;
};

export type LedgerAccountsTable = {
  id: GeneratedAlways<bigint>;
  name: string;
  asset: string;
  kind: "customer" | "house";
  balance_minor: bigint | null;
  floor_minor: bigint | null;
  limit_minor: bigint | null;
  opened_at: Date;
};

export type LedgerEntriesTable = {
  id: GeneratedAlways<bigint>;
  key: string;
  kind: string;
  asset: string;
  details: Json<Record<string, unknown>>;
  leg_count: number;
  posted_at: Date;
};

export type LedgerHouseTotalsTable = {
  account_id: bigint;
  balance_minor: bigint;
};

export type LedgerLegsTable = {
  entry_id: bigint;
  account_id: bigint;
  amount_minor: bigint;
  balance_minor: bigint | null;
};

export type LedgerSealsTable = {
  no: bigint;
  entries: RangesText;
  entry_count: number;
  previous_hash: Uint8Array;
  hash: Uint8Array;
  sealed_at: Date;
};

export type LedgerUnsealedTable = {
  entry_id: bigint;
};

export type LimitWindowsTable = {
  key: Uint8Array;
  hits: Date[];
  expires_at: Date;
};

export type LiveJackpotsTable = {
  name: string;
  amount_minor: bigint;
  updated_at: Date;
};

export type LoginMinutesTable = {
  minute: Date;
  attempts: number;
  failures: number;
};

export type LoyaltyLotsTable = {
  entry_id: bigint;
  membership_id: string;
  earned_minor: bigint;
  left_minor: bigint;
  expires_at: Date;
};

export type MailRequestsTable = {
  id: string;
  address_hash: Uint8Array;
  network_hash: Uint8Array;
  kind: "registration" | "recovery" | "social";
  sealed_order: Uint8Array | null;
  asked_at: Date;
  answered_at: Date | null;
  times: Generated<number>;
};

export type MailsTable = {
  id: string;
  kind: string;
  account_id: string | null;
  sealed_content: Uint8Array | null;
  created_at: Date;
  sent_at: Date | null;
  refused_at: Date | null;
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
  status: "active" | "disabled" | "erased";
  joined_at: Date;
  excluded_since: Date | null;
  exclusion_checked_at: Date | null;
};

export type OfferEstablishmentsTable = {
  offer_id: string;
  establishment_id: number;
};

export type OfferProductsTable = {
  id: string;
  offer_id: string;
  place: number;
  label: Json<Localized>;
  description: NullableJson<Localized>;
  legal_notice: NullableJson<Localized>;
};

export type OffersTable = {
  id: string;
  type: "free_play" | "discount" | "treat" | "show" | "stay";
  label: Json<Localized>;
  description: Json<Localized>;
  is_auth: boolean;
  play_minor: bigint | null;
  play_currency: "EUR" | "CHF" | null;
  is_authorised_ch: boolean;
  life_gaming_days: number | null;
  life_months: number | null;
  expires_at: Date | null;
  created_at: Date;
  project_id: number | null;
  target: "all" | "home_site" | "member" | null;
  target_site_id: number | null;
  target_membership_id: string | null;
  available_from: Date | null;
  use_limit: number | null;
  uses: Generated<number>;
  cancelled_at: Date | null;
  created_by: string | null;
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
  issued_session: string | null;
};

export type OperatorTicketsTable = {
  id: string;
  name: string;
  permissions: Json<string[]>;
  project_ids: Json<number[]>;
  issued_by: string;
  issued_at: Date;
  expires_at: Date;
  issued_session: string | null;
};

export type OtpCodesTable = {
  id: string;
  device_token_hash: Uint8Array;
  session_id: string;
  account_id: string;
  purpose: "verify_phone" | "leave_phone" | "fresh";
  phone: string;
  code_hash: Uint8Array;
  comparisons: Generated<number>;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  voided_at: Date | null;
  message_id: string | null;
  delivery: "pending" | "delivered" | "failed" | "unknown" | null;
  delivery_at: Date | null;
};

export type PassDevicesTable = {
  device_id: string;
  serial: string;
  push_token: string;
  registered_at: Date;
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

export type PaymentCasesTable = {
  id: GeneratedAlways<bigint>;
  payment_uuid: string | null;
  session_id: string | null;
  notice_id: FixedAtInsert<bigint>;
  reason:
    | "CONTESTED"
    | "AMOUNT_UNKNOWN"
    | "PAYER_MISMATCH"
    | "REFUND_REFUSED"
    | "UNKNOWN_PAYMENT"
    | "POISON_NOTICE"
    | "UNSETTLED"
    | "SENT_BACK";
  opened_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  decision: "credit" | "refund" | "noted" | null;
  company: string | null;
};

export type PaymentFactsTable = {
  payment_uuid: string;
  name:
    | "INIT"
    | "PENDING_PAYMENT"
    | "PAID"
    | "CANCELLED"
    | "EXPIRED"
    | "ERROR"
    | "GIVEN_UP"
    | "CLAIMED"
    | "DENIED"
    | "PAID_OTHER"
    | "WITHDRAWN";
  learnt_at: Date;
};

export type PaymentOrderLinesTable = {
  order_id: string;
  session_id: string;
};

export type PaymentOrdersTable = {
  id: string;
  payment_uuid: string | null;
  case_id: bigint | null;
  site_id: number;
  decision: "credit" | "refund";
  asked_at: Date;
  asked_by: string;
  asked_session: string;
  asked_issuer: string | null;
  asked_issuers: Json<string[]>;
  ended_at: Date | null;
  ended_by: string | null;
  ended_session: string | null;
  verdict: "approved" | "rejected" | "withdrawn" | null;
};

export type PaymentSessionsTable = {
  session_id: string;
  payment_uuid: string | null;
  seen_at: Date;
  failing_since: Date | null;
  received_minor: bigint | null;
  outcome: "held" | "credited" | "refund_due" | "refunded" | null;
  refund_id: string | null;
  refund_attempts: Generated<number>;
  refund_next_at: Date | null;
  refund_reason: string | null;
  refund_seen_at: Date | null;
  reference: FixedAtInsert<string>;
  payer_name: FixedAtInsert<string>;
  company: string | null;
  wallet_membership: string | null;
  wallet_site: number | null;
};

export type PaymentsTable = {
  uuid: string;
  account_id: string;
  membership_id: string;
  site_id: number;
  amount_minor: bigint;
  currency: "EUR";
  return_url: string;
  status: "INIT" | "PENDING_PAYMENT" | "PAID" | "CANCELLED" | "ERROR";
  transaction_status: "PENDING" | "SUCCESS" | "FAILED" | "REFUNDED";
  error: string | null;
  is_reserved: boolean;
  link: string | null;
  starting_until: Date | null;
  is_unsure: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
  paid_at: Date | null;
  next_check_at: Date | null;
  dismissed_at: Date | null;
  unsettled_since: Date | null;
  company: string;
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

export type PictureVariantsTable = {
  picture_key: string;
  sha256: string;
  rung: string;
  format: "avif" | "webp" | "jpeg";
  width: number;
  height: number;
  body: Uint8Array;
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

export type PinChallengesTable = {
  challenge_hash: Uint8Array;
  session_id: string;
  expires_at: Date;
  used_at: Date | null;
};

export type PinKeysTable = {
  generation: number;
  sealed_key: Uint8Array;
  created_at: Date;
};

export type PinsTable = {
  membership_id: string;
  salt: Uint8Array;
  pin_hash: Uint8Array;
  attempts: Generated<number>;
  set_at: Date;
};

export type ProjectHostsTable = {
  host: string;
  project_id: number;
  position: number;
};

export type ProjectsTable = {
  id: number;
  establishment_id: number;
  locales: Json<SiteLocale[]>;
  config: Json<SiteConfig>;
};

export type ReferralCodesTable = {
  membership_id: string;
  code: string;
  made_at: Date;
};

export type ReferralDaysTable = {
  referee_id: string;
  /** ISO date. */
  gaming_day: string;
  earned_cents: bigint;
  posted_at: Date | null;
};

export type ReferralSharesTable = {
  referee_id: string;
  quarter: string;
  cents: bigint;
  posted_at: Date;
};

export type ReferralsTable = {
  referee_id: string;
  sponsor_id: string;
  /** ISO date. */
  gaming_day: string;
  place: number;
  counted_at: Date;
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

export type RetiredSlugsTable = {
  establishment_id: number;
  noun: "restaurant" | "activity";
  slug: string;
  current_slug: string;
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

export type SchemaMigrationsTable = {
  name: string;
  sha256: string;
  applied_at: Generated<Date>;
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
  proved_at: Date | null;
};

export type SocialIdentitiesTable = {
  provider: "google" | "apple" | "facebook";
  subject: string;
  account_id: string;
  sealed_refresh_token: Uint8Array | null;
  linked_at: Date;
  last_used_at: Date;
  is_address_vouched: Generated<boolean>;
};

export type SpentOperatorTicketsTable = {
  id: string;
  spent_at: Date;
  expires_at: Date;
};

export type UsedCaptchasTable = {
  challenge_hash: Uint8Array;
  expires_at: Date;
};

export type UsedPassLinksTable = {
  once_hash: Uint8Array;
  expires_at: Date;
};

export type VenueRevisionsTable = {
  project_id: number;
  rev: number;
  section: string;
  item: string | null;
  change: "save" | "restore" | "create" | "delete" | "order" | "import";
  before: WrittenOnce<unknown>;
  after: WrittenOnce<unknown>;
  restored_rev: number | null;
  operator: string;
  at: Date;
  form_key: string | null;
};

export type WalletReturnsTable = {
  token_hash: Uint8Array;
  session_id: string;
  membership_id: string;
  site_id: number;
  payment_uuid: string;
  expires_at: Date;
};

export type WalletUnlocksTable = {
  handle_hash: Uint8Array;
  session_id: string;
  membership_id: string;
  site_id: number;
  last_used_at: Date;
};

export type WalletsTable = {
  membership_id: string;
  site_id: number;
  status: "OPENED" | "CLOSED";
  limit_minor: bigint;
  opened_at: Date;
};
