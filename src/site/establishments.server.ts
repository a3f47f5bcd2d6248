import type { World } from "../platform/world.ts";
import { sanitiseRich } from "../content/sanitise.server.ts";
import { gamesForApi } from "../games/games.server.ts";
import { leisureForApi } from "../leisure/leisure.server.ts";
import type { Locale } from "../venues/contract.ts";
import { pictureAddress } from "../venues/addresses/origins.server.ts";
import { establishments, establishment } from "../venues/records.server.ts";
import { slotPictures } from "./queries.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";

/** The visible establishments, sorted by name, as the content API lists them. */
export async function listEstablishments(world: World, table: VenueTable) {
  const [rows, pictures] = await Promise.all([establishments(world.database.db), slotPictures(world.database.db)]);
  return rows
    .filter((row) => row.is_visible)
    .sort((a, b) => a.name.localeCompare(b.name, "fr"))
    .flatMap((row) => {
      const venue = table.byId(row.id);
      if (venue === undefined) return [];
      const picture = pictures.get(row.id);
      return [
        {
          id: row.id,
          site_id: row.site_id,
          name: row.name,
          label: row.label,
          is_visible: row.is_visible,
          creative: {
            background_color: row.primary_color,
            logo_background_color: row.logo_background_color,
            logo_gold: row.logo_gold,
            games:
              picture === undefined ? {} : { "machines-a-sous": { picture: pictureAddress(world, venue, picture) } },
          },
        },
      ];
    });
}

/** One establishment with its texts in one language. */
export async function establishmentDetail(world: World, venue: Venue, locale: Locale) {
  const row = await establishment(world.database.db, venue.id);
  const [games, leisure] = await Promise.all([gamesForApi(world, venue, locale), leisureForApi(world, venue, locale)]);
  return {
    id: row.id,
    name: row.name,
    site_id: row.site_id,
    label: row.label,
    pasino: row.pasino,
    creative: {
      address: {
        country: row.country,
        "street-address": row.street_address,
        "postal-code": row.postal_code,
        locality: row.locality,
        administrative_area_level_1: row.administrative_area_level_1,
      },
      sub_name: row.sub_name,
      presentation: sanitiseRich(row.presentation[locale]),
      contact_phone: row.contact_phone,
      contact_email: row.show_contact_email ? row.contact_email : null,
      shop_url: row.shop_url,
      opening_hours: row.opening_hours,
      parking: row.parking,
      smoking_area: row.smoking_area,
      theater: row.theater?.[locale] ?? null,
      locality_nearby: row.locality_nearby?.[locale] ?? null,
      background_color: row.primary_color,
      logo_background_color: row.logo_background_color,
      logo_gold: row.logo_gold,
      social: row.social,
      legal: { legal_notice: row.legal_notice.map((paragraph) => paragraph[locale]) },
      games_summary: row.games_summary,
      games,
      horsjeu_summary: row.horsjeu_summary ?? {},
      ...leisure,
      meetings: { is_active: row.meetings_active, data: leisure.meetings },
    },
  };
}
