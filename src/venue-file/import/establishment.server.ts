import { sanitiseRich } from "../../content/sanitise.server.ts";
import { grantDemoKey } from "../../floor/demo-keys.server.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { ImportedVenue } from "../imported-venue.ts";

/**
 * Writes the establishment, its project with hosts, and its gallery. With the sandbox it also grants the floor key
 * `floor-<site_id>`.
 */
export async function replaceEstablishment(world: World, tx: Transaction, venue: ImportedVenue): Promise<void> {
  const row = establishmentRow(world, venue);
  await tx
    .insertInto("establishments")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
  await replaceProject(tx, venue);
  await replaceGallery(tx, venue.establishment.id, venue.gallery);
  if (world.config.sandbox !== null) await grantDemoKey(world, tx, venue.establishment.site_id);
}

async function replaceProject(tx: Transaction, { establishment, project }: ImportedVenue): Promise<void> {
  const row = {
    establishment_id: establishment.id,
    locales: JSON.stringify(project.locales),
    config: JSON.stringify(project.config),
  };
  await tx
    .insertInto("projects")
    .values({ id: project.id, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
  await tx.deleteFrom("project_hosts").where("project_id", "=", project.id).execute();
  await tx
    .insertInto("project_hosts")
    .values(project.hosts.map((host, position) => ({ host, project_id: project.id, position })))
    .execute();
}

async function replaceGallery(tx: Transaction, establishmentId: number, keys: string[]): Promise<void> {
  await tx.deleteFrom("gallery_pictures").where("establishment_id", "=", establishmentId).execute();
  if (keys.length === 0) return;
  await tx
    .insertInto("gallery_pictures")
    .values(keys.map((picture_key, position) => ({ establishment_id: establishmentId, position, picture_key })))
    .execute();
}

function establishmentRow(world: World, { establishment: given, meetings }: ImportedVenue) {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  return {
    id: given.id,
    site_id: given.site_id,
    slug: given.slug,
    name: given.name,
    label: given.label,
    is_visible: given.is_visible,
    country: given.address.country,
    pasino: given.pasino,
    sub_name: given.sub_name ?? null,
    preposition: given.preposition,
    company: given.company,
    operating_company: json(given.operating_company),
    street_address: given.address["street-address"],
    postal_code: given.address["postal-code"],
    locality: given.address.locality,
    administrative_area_level_1: given.address.administrative_area_level_1 ?? null,
    latitude: given.address.latitude ?? null,
    longitude: given.address.longitude ?? null,
    primary_color: given.primary_color,
    logo_background_color: given.logo_background_color ?? null,
    logo_gold: given.logo_gold,
    logo_variant: given.logo_variant ?? null,
    cover_picture: given.cover.picture,
    lantern_x: given.cover.lantern?.x ?? null,
    lantern_y: given.cover.lantern?.y ?? null,
    contact_phone: given.contact_phone,
    phone_hours: json(given.phone_hours),
    contact_email: given.contact_email ?? null,
    show_contact_email: given.show_contact_email,
    hide_accessibility: given.hide_accessibility,
    shop_url: given.shop_url ?? null,
    sister_url: given.sister_url ?? null,
    parking: given.parking,
    smoking_area: given.smoking_area,
    payments_accepted: JSON.stringify(given.payments_accepted ?? []),
    theater: json(given.theater),
    locality_nearby: json(given.locality_nearby),
    tagline: JSON.stringify(given.tagline),
    presentation: JSON.stringify({ fr: sanitiseRich(given.presentation.fr), en: sanitiseRich(given.presentation.en) }),
    opening_hours: JSON.stringify(given.opening_hours),
    social: JSON.stringify(given.social),
    same_as: JSON.stringify(given.same_as ?? []),
    extra_links: JSON.stringify(given.extra_links),
    legal_notice: JSON.stringify(given.legal.legal_notice),
    games_summary: JSON.stringify(given.games_summary),
    horsjeu_summary: json(given.horsjeu_summary),
    meetings_active: meetings.is_active,
    updated_at: world.now(),
  };
}
