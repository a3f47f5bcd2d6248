/**
 * What the database does not say of its columns, for tables.ts: generate-types.ts reads the rest from it, the texts that a CHECK allows
 * included.
 */

/** Where the types below are from. */
export const SOURCES: [module: string, names: string[]][] = [
  ["kysely", ["Generated", "GeneratedAlways"]],
  ["../src/content/contract.ts", ["BlockDocument"]],
  ["../src/platform/opening-hours.ts", ["OpeningHours"]],
  ["../src/platform/schema.ts", ["Localized"]],
  ["../src/venues/contract.ts", ["OperatingCompany", "SiteLocale"]],
  ["./column-types.ts", ["FixedAtInsert", "Json", "NullableJson", "RangesText", "SiteConfig", "WrittenOnce"]],
];

const SHOWN = { label: "Json<Localized>", summary: "Json<Localized>", presentation: "NullableJson<Localized>" };

/** By table and column: what a jsonb column holds, what is written once, and what something other than a CHECK allows. */
export const COLUMNS: Record<string, Record<string, string>> = {
  activities: SHOWN,
  announcements: { title: "Json<Localized>", text: "Json<Localized>" },
  audit_entries: { before: "NullableJson<object>", after: "NullableJson<object>" },
  bank_notices: { fact: 'PaymentsTable["status"] | null' },
  content_blocks: { body: "Json<BlockDocument>" },
  content_revisions: { body: "Json<BlockDocument>" },
  email_changes: { asked_issuers: "Json<string[]>" },
  establishments: {
    operating_company: "NullableJson<OperatingCompany>",
    payments_accepted: "Json<string[]>",
    same_as: "Json<string[]>",
    theater: "NullableJson<Localized>",
    phone_hours: "NullableJson<Localized>",
    locality_nearby: "NullableJson<Localized>",
    tagline: "Json<Localized>",
    presentation: "Json<Localized>",
    opening_hours: "Json<OpeningHours>",
    social: "Json<{ facebook?: string; instagram?: string; tiktok?: string; linkedin?: string }>",
    extra_links: "Json<{ label: Localized; href: string }[]>",
    legal_notice: "Json<Localized[]>",
    games_summary: "Json<{ slot: number; elec: number; jt: number }>",
    horsjeu_summary: "NullableJson<{ restauration?: Localized; activity?: Localized }>",
  },
  floor_events: { answer: "Json<object>" },
  floor_keys: { scopes: "NullableJson<string[]>" },
  games: { label: "Json<Localized>", presentation: "NullableJson<Localized>" },
  gift_redemptions: { products: "NullableJson<string[]>" },
  ledger_accounts: { kind: '"customer" | "house"' },
  ledger_entries: { details: "Json<Record<string, unknown>>" },
  ledger_seals: { entries: "RangesText" },
  meetings: SHOWN,
  offer_products: {
    label: "Json<Localized>",
    description: "NullableJson<Localized>",
    legal_notice: "NullableJson<Localized>",
  },
  offers: { label: "Json<Localized>", description: "Json<Localized>" },
  operator_sessions: { permissions: "Json<string[]>", project_ids: "Json<number[]>", issuers: "Json<string[]>" },
  operator_tickets: { permissions: "Json<string[]>", project_ids: "Json<number[]>" },
  payment_cases: { notice_id: "FixedAtInsert<bigint>" },
  payment_orders: { asked_issuers: "Json<string[]>" },
  payment_sessions: { reference: "FixedAtInsert<string>", payer_name: "FixedAtInsert<string>" },
  picture_revisions: { alt: "Json<Localized>" },
  pictures: { alt: "Json<Localized>" },
  projects: { locales: "Json<SiteLocale[]>", config: "Json<SiteConfig>" },
  restaurants: { ...SHOWN, opening_hours: "NullableJson<OpeningHours>" },
  scheduled_contents: { body: "Json<BlockDocument>" },
  venue_revisions: { before: "WrittenOnce<unknown>", after: "WrittenOnce<unknown>" },
};
