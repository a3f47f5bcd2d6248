import { announcementsFile } from "../agenda/export.server.ts";
import { contentFile, picturesFile } from "../content/export.server.ts";
import { usedPictures } from "../pictures/references.server.ts";
import { galleryKeys } from "../pictures/views.server.ts";
import { gamesFile } from "../games/export.server.ts";
import { jackpotsFile } from "../jackpots/export.server.ts";
import { leisureFile } from "../leisure/export.server.ts";
import { establishmentFile } from "./establishment-export.server.ts";
import type { VenueFile } from "./imported-venue.ts";
import { establishment, projectsWithHosts } from "../venues/records.server.ts";
import type { Venue } from "../venues/venue.ts";
import type { Db } from "../platform/database/database.server.ts";

/**
 * All data of a venue as its import file: importing it again changes nothing. The statements run one after another, so that it
 * can be called inside a transaction.
 */
export async function venueFile(db: Db, { id, projectId, siteId, policy }: Venue): Promise<VenueFile> {
  const zone = policy.timeZone;
  const row = await establishment(db, id);
  const project = (await projectsWithHosts(db)).find((one) => one.project_id === projectId);
  if (project === undefined) throw new Error(`establishment ${id} has no project`);
  const { restauration, activities, meetings } = await leisureFile(db, id);
  return {
    $schema: "/api/import.schema.json",
    establishment: establishmentFile(row),
    project: { id: projectId, hosts: project.hosts, locales: project.locales, config: project.config },
    content: await contentFile(db, projectId),
    pictures: await picturesFile(db, await usedPictures(db, id)),
    games: await gamesFile(db, id),
    restauration,
    activities,
    meetings: { is_active: row.meetings_active, data: meetings },
    announcements: await announcementsFile(db, { establishmentId: id, zone }),
    gallery: await galleryKeys(db, id),
    jackpots: await jackpotsFile(db, { siteId, zone }),
  };
}
