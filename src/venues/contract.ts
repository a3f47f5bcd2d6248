import { z } from "zod";
import { openingHours } from "../platform/opening-hours.ts";
import {
  color,
  email,
  localized,
  phone,
  RICH_TEXT_MAX,
  slug,
  text,
  webAddress,
  wholeNumber,
} from "../platform/schema.ts";

export const COUNTRIES = ["FR", "CH", "BE"] as const;
export type Country = (typeof COUNTRIES)[number];

/** The languages that pages are written in. */
export const PAGE_LOCALES = ["fr", "en"] as const;
export type Locale = (typeof PAGE_LOCALES)[number];
/** The languages a site may list. Visitors who choose Dutch read the pages in French, with the opening hours in Dutch. */
export const SITE_LOCALES = [...PAGE_LOCALES, "nl"] as const;
export type SiteLocale = (typeof SITE_LOCALES)[number];

/** Payment methods, in the words that schema.org structured data uses. */
const PAYMENTS = ["Credit Card", "Cash", "Cheque"] as const;

const flag = z.boolean({ error: "must be true or false" });
const tableOfPoint = { error: "must be a point of the 1600 x 900 frame" };

const address = z.strictObject({
  country: z.enum(COUNTRIES, { error: "must be FR, CH or BE" }),
  "street-address": text(160),
  "postal-code": text(16),
  locality: text(80),
  administrative_area_level_1: text(80).optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
});

/** An account number (IBAN), with or without spaces; stored without. Its two check digits make it 1 modulo 97. */
const iban = z
  .string({ error: "must be a text" })
  .transform((value) => value.replaceAll(" ", "").toUpperCase())
  .refine((value) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value) && checkOf(value) === 1n, {
    error: "must be an IBAN",
  });

function checkOf(value: string): bigint {
  const turned = `${value.slice(4)}${value.slice(0, 4)}`;
  return BigInt(turned.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))) % 97n;
}

/**
 * The company that operates a venue, as far as money is concerned. `key` names it in the ledger, in the settings of
 * payment applications and among venues of one company. `beneficiary` is the name of the account's holder, which the
 * payer's bank compares; a transfer holds at most 70 characters. `payment_application` is the id of its application at
 * the provider of bank transfers.
 */
const operatingCompany = z.strictObject({
  key: slug.max(40, { error: "must have at most 40 characters" }),
  beneficiary: text(70),
  account: iban.optional(),
  payment_application: text(100).optional(),
});
export type OperatingCompany = z.output<typeof operatingCompany>;

/** One venue ("establishment") as its import file describes it. */
export const importedEstablishment = z.strictObject({
  id: wholeNumber,
  site_id: wholeNumber,
  slug,
  name: text(80),
  label: text(120),
  is_visible: flag,
  pasino: z.union([z.literal(0), z.literal(1)], { error: "must be 0 or 1" }),
  sub_name: text(40).optional(),
  preposition: z.enum(["de", "de la", "du", ""], { error: "must be de, de la, du or empty" }),
  company: text(160),
  operating_company: operatingCompany.optional(),
  address,
  primary_color: color,
  logo_background_color: color.optional(),
  logo_gold: flag,
  logo_variant: slug.optional(),
  cover: z.strictObject({
    picture: slug,
    lantern: z
      .strictObject({
        x: z.int(tableOfPoint).min(0, tableOfPoint).max(1600, tableOfPoint),
        y: z.int(tableOfPoint).min(0, tableOfPoint).max(900, tableOfPoint),
      })
      .optional(),
  }),
  contact_phone: phone,
  /** When the telephone is answered: 'tous les jours de 10h à 22h'. */
  phone_hours: localized(80).optional(),
  contact_email: email.optional(),
  show_contact_email: flag,
  hide_accessibility: flag,
  shop_url: webAddress.optional(),
  sister_url: webAddress.optional(),
  parking: flag,
  smoking_area: flag,
  payments_accepted: z
    .array(z.enum(PAYMENTS, { error: "must be Credit Card, Cash or Cheque" }))
    .max(PAYMENTS.length)
    .optional(),
  theater: localized(2000).optional(),
  locality_nearby: localized(2000).optional(),
  tagline: localized(240),
  presentation: localized(RICH_TEXT_MAX),
  opening_hours: openingHours,
  social: z.strictObject({
    facebook: webAddress.optional(),
    instagram: webAddress.optional(),
    tiktok: webAddress.optional(),
    linkedin: webAddress.optional(),
  }),
  /** Other pages about the venue, such as an encyclopaedia's or a tourist office's, for search engines. */
  same_as: z.array(webAddress).max(20).optional(),
  extra_links: z
    .array(z.strictObject({ label: localized(60), href: z.union([webAddress, z.string().regex(/^\/[a-z0-9/-]*$/)]) }))
    .max(6),
  legal: z.strictObject({ legal_notice: z.array(localized(5000)).max(50) }),
  games_summary: z.strictObject({ slot: wholeNumber, elec: wholeNumber, jt: wholeNumber }),
  horsjeu_summary: z
    .strictObject({ restauration: localized(160).optional(), activity: localized(160).optional() })
    .optional(),
});

/** Settings of one site. A flag that is absent takes its country's default (see `configWithDefaults`). */
export const siteConfig = z.strictObject({
  account_hidden: flag.optional(),
  cashless: flag.optional(),
  cashless_hidden: flag.optional(),
  header_hidden: flag.optional(),
  nav_hidden: flag.optional(),
  social_hidden: flag.optional(),
  language_selector: flag.optional(),
  enrollment: flag.optional(),
  login_facebook: flag.optional(),
  login_google: flag.optional(),
  login_apple: flag.optional(),
  loyalty_url: webAddress.optional(),
  responsible_gaming_url: webAddress.optional(),
  support_email: email.optional(),
  support_phone: phone.optional(),
  wallet_limit: z.int().min(0).max(1_000_000).optional(),
  earning_limit: z.int().min(0).max(1_000_000).optional(),
  earning_day_limit: z.int().min(0).max(1_000_000).optional(),
  content_drafts: flag.optional(),
});

const host = z
  .string({ error: "must be a text" })
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, { error: "must be a lower-case host name without port" })
  .max(253);

export const importedProject = z.strictObject({
  id: wholeNumber,
  hosts: z.array(host).min(1, { error: "must name at least one host" }).max(20),
  locales: z
    .array(z.enum(SITE_LOCALES, { error: "must be fr, en or nl" }))
    .min(1, { error: "must name at least one language" })
    .refine((list) => list.length === 0 || list.some((one) => one !== "nl"), { error: "must name fr or en beside nl" }),
  config: siteConfig,
});
