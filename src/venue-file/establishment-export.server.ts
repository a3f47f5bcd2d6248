import type { EstablishmentsTable } from "../../db/tables.ts";
import type { Selectable } from "kysely";
import { mondayFirst } from "../platform/week.ts";
import type { VenueFile } from "./imported-venue.ts";

type Row = Selectable<EstablishmentsTable>;

/** An establishment in the format of the import file. Fields without a value are left out. */
export function establishmentFile(row: Row): VenueFile["establishment"] {
  return withoutNulls({
    id: row.id,
    site_id: row.site_id,
    slug: row.slug,
    name: row.name,
    label: row.label,
    is_visible: row.is_visible,
    pasino: row.pasino,
    sub_name: row.sub_name,
    preposition: row.preposition,
    company: row.company,
    operating_company: row.operating_company,
    address: withoutNulls({
      country: row.country,
      "street-address": row.street_address,
      "postal-code": row.postal_code,
      locality: row.locality,
      administrative_area_level_1: row.administrative_area_level_1,
      latitude: row.latitude,
      longitude: row.longitude,
    }),
    primary_color: row.primary_color,
    logo_background_color: row.logo_background_color,
    logo_gold: row.logo_gold,
    logo_variant: row.logo_variant,
    cover: withoutNulls({
      picture: row.cover_picture,
      lantern: row.lantern_x === null || row.lantern_y === null ? null : { x: row.lantern_x, y: row.lantern_y },
    }),
    contact_phone: row.contact_phone,
    phone_hours: row.phone_hours,
    contact_email: row.contact_email,
    show_contact_email: row.show_contact_email,
    hide_accessibility: row.hide_accessibility,
    shop_url: row.shop_url,
    sister_url: row.sister_url,
    parking: row.parking,
    smoking_area: row.smoking_area,
    same_as: row.same_as.length === 0 ? null : row.same_as,
    payments_accepted: row.payments_accepted.length === 0 ? null : row.payments_accepted,
    theater: row.theater,
    locality_nearby: row.locality_nearby,
    tagline: row.tagline,
    presentation: row.presentation,
    opening_hours: mondayFirst(row.opening_hours),
    social: row.social,
    extra_links: row.extra_links,
    legal: { legal_notice: row.legal_notice },
    games_summary: row.games_summary,
    horsjeu_summary: row.horsjeu_summary,
  }) as VenueFile["establishment"];
}

function withoutNulls(fields: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
