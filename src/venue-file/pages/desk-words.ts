import { GAME_KEYS } from "../../games/contract.ts";
import { m } from "../../messages/messages.js";

type Words = { label: () => string; help?: () => string };

/**
 * Labels of a venue's fields, by the last parts of their paths. The longest match wins, so `address.locality` can have another
 * label than `locality`.
 */
const FIELDS: Record<string, Words> = {
  is_show: { label: m.desk_f_is_show },
  title: { label: m.desk_f_title },
  text: { label: m.desk_f_text },
  picture: { label: m.desk_f_picture },
  start_at: { label: m.desk_f_start_at, help: m.desk_h_instant },
  end_at: { label: m.desk_f_end_at },
  broadcast_start_at: { label: m.desk_f_broadcast_start_at },
  broadcast_end_at: { label: m.desk_f_broadcast_end_at },
  reservation_url: { label: m.desk_f_reservation },
  reservation_link: { label: m.desk_f_reservation },
  billetweb_id: { label: m.desk_f_billetweb_id },
  doors_time: { label: m.desk_f_doors_time },
  duration_minutes: { label: m.desk_f_duration_minutes },
  price_min: { label: m.desk_f_price_min, help: m.desk_h_price_min },
  price_max: { label: m.desk_f_price_max },
  age_min: { label: m.desk_f_age_min },
  seats_total: { label: m.desk_f_seats_total },
  seats_left: { label: m.desk_f_seats_left, help: m.desk_h_seats_left },
  performer: { label: m.desk_f_performer },
  label: { label: m.desk_f_label },
  summary: { label: m.desk_f_summary },
  presentation: { label: m.desk_f_presentation },
  contact_phone: { label: m.desk_f_contact_phone, help: m.desk_h_phone },
  phone_hours: { label: m.desk_f_phone_hours },
  contact_email: { label: m.desk_f_contact_email },
  type: { label: m.desk_f_type },
  opening_hours: { label: m.desk_f_opening_hours },
  menu_link: { label: m.desk_f_menu_link },
  key: { label: m.desk_f_key },
  number: { label: m.desk_f_number },
  open_hour: { label: m.desk_f_open_hour },
  mise_min: { label: m.desk_f_mise_min },
  rules_url: { label: m.desk_f_rules_url, help: m.desk_h_rules },
  days: { label: m.desk_f_days },
  schedules: { label: m.desk_f_schedules },
  open: { label: m.desk_f_open },
  close: { label: m.desk_f_close },
  exceptions: { label: m.desk_f_exceptions, help: m.desk_h_exceptions },
  date: { label: m.desk_f_date },
  note: { label: m.desk_f_note },
  games_summary: { label: m.desk_f_games_summary },
  slot: { label: m.desk_f_slot },
  elec: { label: m.desk_f_elec },
  jt: { label: m.desk_f_jt },
  is_active: { label: m.desk_f_is_active },
  data: { label: m.desk_f_meetings },
  professional: { label: m.desk_f_professional },
  private: { label: m.desk_f_private },
  show_contact_email: { label: m.desk_f_show_contact_email },
  address: { label: m.desk_f_address },
  "street-address": { label: m.desk_f_street },
  "postal-code": { label: m.desk_f_postal },
  locality: { label: m.desk_f_locality },
  administrative_area_level_1: { label: m.desk_f_area },
  latitude: { label: m.desk_f_latitude },
  longitude: { label: m.desk_f_longitude },
  same_as: { label: m.desk_f_same_as, help: m.desk_h_same_as },
  parking: { label: m.desk_f_parking },
  smoking_area: { label: m.desk_f_smoking_area },
  hide_accessibility: { label: m.desk_f_hide_accessibility },
  payments_accepted: { label: m.desk_f_payments },
  locality_nearby: { label: m.desk_f_nearby },
  theater: { label: m.desk_f_theater },
  is_visible: { label: m.desk_f_is_visible },
  name: { label: m.desk_f_name },
  preposition: { label: m.desk_f_preposition },
  pasino: { label: m.desk_f_pasino },
  sub_name: { label: m.desk_f_sub_name },
  company: { label: m.desk_f_company },
  operating_company: { label: m.desk_f_operating_company, help: m.desk_h_operating_company },
  beneficiary: { label: m.desk_f_beneficiary, help: m.desk_h_beneficiary },
  account: { label: m.desk_f_account },
  payment_application: { label: m.desk_f_payment_application, help: m.desk_h_payment_application },
  tagline: { label: m.desk_f_tagline },
  horsjeu_summary: { label: m.desk_f_horsjeu },
  restauration: { label: m.desk_f_horsjeu_restauration },
  activity: { label: m.desk_f_horsjeu_activity },
  cover: { label: m.desk_f_cover },
  lantern: { label: m.desk_f_lantern, help: m.desk_h_lantern },
  x: { label: m.desk_f_x },
  y: { label: m.desk_f_y },
  primary_color: { label: m.desk_f_primary_color },
  logo_background_color: { label: m.desk_f_logo_background },
  logo_gold: { label: m.desk_f_logo_gold },
  legal: { label: m.desk_f_legal },
  legal_notice: { label: m.desk_f_paragraphs },
  social: { label: m.desk_f_social },
  facebook: { label: () => "Facebook" },
  instagram: { label: () => "Instagram" },
  tiktok: { label: () => "TikTok" },
  linkedin: { label: () => "LinkedIn" },
  extra_links: { label: m.desk_f_extra_links },
  href: { label: m.desk_f_href, help: m.desk_h_href },
  shop_url: { label: m.desk_f_shop_url },
  sister_url: { label: m.desk_f_sister_url },
  gallery: { label: m.desk_f_gallery },
  account_hidden: { label: m.desk_f_account_hidden },
  cashless: { label: m.desk_f_cashless },
  cashless_hidden: { label: m.desk_f_cashless_hidden },
  header_hidden: { label: m.desk_f_header_hidden },
  nav_hidden: { label: m.desk_f_nav_hidden },
  social_hidden: { label: m.desk_f_social_hidden },
  language_selector: { label: m.desk_f_language_selector },
  enrollment: { label: m.desk_f_enrollment },
  login_facebook: { label: m.desk_f_login_facebook },
  login_google: { label: m.desk_f_login_google },
  login_apple: { label: m.desk_f_login_apple },
  loyalty_url: { label: m.desk_f_loyalty_url },
  responsible_gaming_url: { label: m.desk_f_responsible },
  support_email: { label: m.desk_f_support_email },
  support_phone: { label: m.desk_f_support_phone, help: m.desk_h_phone },
  wallet_limit: { label: m.desk_f_wallet_limit },
  earning_limit: { label: m.desk_f_earning_limit },
  earning_day_limit: { label: m.desk_f_earning_day_limit },
  content_drafts: { label: m.desk_f_content_drafts, help: m.desk_h_content_drafts },
  fr: { label: m.desk_lang_fr },
  en: { label: m.desk_lang_en },
};

/** Labels that only one section uses. */
const OWN: Record<string, Words> = {
  "agenda reservation_url": {
    label: m.desk_f_reservation,
    help: () => m.desk_h_reservation({ date: "{date}", time: "{time}", party: "{party}" }),
  },
  "tables reservation_link": {
    label: m.desk_f_reservation,
    help: () => m.desk_h_place_reservation({ date: "{date}", party: "{party}" }),
  },
  "maison label": { label: m.desk_f_full_name },
  "maison operating_company.key": { label: m.desk_f_company_key, help: m.desk_h_company_key },
};

const OPTIONS: Record<string, () => string> = {
  "type restaurant": m.desk_o_restaurant,
  "type bar": m.desk_o_bar,
  "type hostel": m.desk_o_hostel,
  "pasino 0": m.desk_o_casino,
  "pasino 1": m.desk_o_pasino,
  "preposition ": m.desk_o_none,
  "payments_accepted Credit Card": m.desk_o_cards,
  "payments_accepted Cash": m.desk_o_cash,
  "payments_accepted Cheque": m.desk_o_cheque,
};

/** Label and help of a field; null when it has none. */
export function fieldWords(section: string, path: string): Words | null {
  const steps = path.split(".").filter(Boolean);
  const last = steps.at(-1) ?? "";
  return OWN[`${section} ${path}`] ?? FIELDS[last] ?? null;
}

/** Label of an option of a field; the option itself when it needs none. */
export function optionWords(path: string, option: string | number, gameLabel: (key: string) => string): string {
  const last = path.split(".").at(-1) ?? "";
  if (last === "key" && (GAME_KEYS as readonly string[]).includes(String(option))) return gameLabel(String(option));
  return OPTIONS[`${last} ${option}`]?.() ?? String(option);
}
