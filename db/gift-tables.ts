import type { ColumnType, GeneratedAlways, JSONColumnType } from "kysely";
import type { Localized } from "../src/platform/schema.ts";

type LocalizedText = JSONColumnType<Localized>;
type NullableText = JSONColumnType<Localized | null>;
/** A column that gift campaigns do not set. */
type Operators<Value> = ColumnType<Value, Value | undefined, Value>;

export type OffersTable = {
  id: string;
  type: "free_play" | "discount" | "treat" | "show" | "stay";
  label: LocalizedText;
  description: LocalizedText;
  is_auth: boolean;
  play_minor: bigint | null;
  play_currency: "EUR" | "CHF" | null;
  is_authorised_ch: boolean;
  life_gaming_days: number | null;
  life_months: number | null;
  expires_at: Date | null;
  created_at: Date;
  project_id: Operators<number | null>;
  target: Operators<"all" | "home_site" | "member" | null>;
  target_site_id: Operators<number | null>;
  target_membership_id: Operators<string | null>;
  available_from: Operators<Date | null>;
  use_limit: Operators<number | null>;
  uses: Operators<number>;
  cancelled_at: Operators<Date | null>;
  created_by: Operators<string | null>;
};

export type OfferEstablishmentsTable = { offer_id: string; establishment_id: number };

export type OfferProductsTable = {
  id: string;
  offer_id: string;
  place: number;
  label: LocalizedText;
  description: NullableText;
  legal_notice: NullableText;
};

export type GiftStatus = "issued" | "available" | "reserved" | "burned" | "expired" | "cancelled";

export type GiftsTable = {
  code: string;
  offer_id: string;
  membership_id: string | null;
  account_id: string | null;
  campaign: "welcome" | "birthday" | "operator";
  campaign_key: string | null;
  status: GiftStatus;
  issued_at: Date;
  available_from: Date;
  expires_at: Date | null;
  reserved_until: Date | null;
  reserved_site_id: number | null;
  burned_at: Date | null;
  cancelled_at: Date | null;
};

export type GiftLinesTable = { code: string; product_id: string };

export type GiftRedemptionsTable = {
  id: GeneratedAlways<bigint>;
  code: string;
  site_id: number;
  event_id: string;
  burned_at: Date;
  /** ISO date. */
  gaming_day: string;
  card_number: string | null;
  products: JSONColumnType<string[] | null>;
  reversed_at: Date | null;
  reversal_event_id: string | null;
};

export type FreePlayDaysTable = {
  holder: string;
  country: "FR" | "CH" | "BE";
  /** ISO date. */
  gaming_day: string;
  played_minor: bigint;
};

export type ReferralCodesTable = { membership_id: string; code: string; made_at: Date };

export type ReferralsTable = {
  referee_id: string;
  sponsor_id: string;
  /** ISO date. */
  gaming_day: string;
  place: number;
  counted_at: Date;
};

export type ReferralDaysTable = {
  referee_id: string;
  /** ISO date. */
  gaming_day: string;
  earned_cents: bigint;
  posted_at: Date | null;
};

export type ReferralSharesTable = { referee_id: string; quarter: string; cents: bigint; posted_at: Date };
