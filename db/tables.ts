import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { z } from "zod";
import type { BlockDocument } from "../src/content/contract.ts";
import type { OpeningHours } from "../src/platform/opening-hours.ts";
import type { Localized } from "../src/platform/schema.ts";
import type { Locale, siteConfig } from "../src/venues/contract.ts";

/**
 * The tables as queries see them, on PGlite and on PostgreSQL alike: int8 is bigint, timestamptz is Date, bytea is
 * Uint8Array, jsonb is read as its value and written as text. The last is not a habit: a raw array given for jsonb
 * is taken by one of the two databases and refused by the other.
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
  locales: Json<Locale[]>;
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

export type CacheVersionsTable = {
  tag: string;
  version: bigint;
};

/** Which migrations ran; kept by the platform, made by no migration file. */
export type SchemaMigrationsTable = {
  name: string;
  sha256: string;
  applied_at: Generated<Date>;
};
