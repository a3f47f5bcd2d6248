import { replaceAnnouncements } from "../agenda/import.server.ts";
import { replaceBlocks } from "../content/import.server.ts";
import { inspectPictures, storePictures } from "../content/import-pictures.server.ts";
import type { PictureEncoder } from "../content/picture-encoder.server.ts";
import { replaceGames } from "../games/import.server.ts";
import { replaceImportedJackpots } from "../jackpots/import.server.ts";
import { replaceLeisure } from "../leisure/import.server.ts";
import { bumpTags } from "../platform/cache-tags.server.ts";
import { inTransaction } from "../platform/database.server.ts";
import type { World } from "../platform/world.ts";
import { policyOf } from "./country-policy.ts";
import { importedProblems, type ImportProblem } from "./import-problems.server.ts";
import { replaceEstablishment } from "./import-establishment.server.ts";
import { importedVenue, type ImportedVenue } from "./imported-venue.ts";
import { GROUP_TAG, jackpotsTag, venueTag } from "./venue.ts";

/** An import needs the world and the process that decodes pictures. */
export type Workshop = World & { encoder: PictureEncoder };
export type ImportResult = { imported: { id: number; slug: string } } | { problems: ImportProblem[] };

/** Tag of the host table: hosts, settings or visibility changed somewhere. */
export const HOSTS_TAG = "hosts";

/**
 * Takes one venue's data: validated whole, every problem reported with its path, then all of it or nothing in one
 * transaction. The same file twice leaves the same state. `files` holds the pictures that came with it, by `file`.
 */
export async function importVenue(world: Workshop, data: unknown, files: Map<string, Uint8Array>): Promise<ImportResult> {
  const parsed = importedVenue.safeParse(data);
  if (!parsed.success) return { problems: parsed.error.issues.map((issue) => ({ path: pathOf(issue.path), message: issue.message })) };
  const venue = parsed.data;
  const pictures = await inspectPictures(world, venue.pictures, files);
  const problems = [...pictures.problems, ...(await importedProblems(world, venue))];
  if (problems.length > 0) return { problems };
  await inTransaction(world.database, async (tx) => {
    await storePictures(world, tx, pictures.accepted);
    await replaceEstablishment(world, tx, venue);
    await replaceParts(world, tx, venue);
    await bumpTags(world.database, tx, [HOSTS_TAG, GROUP_TAG, venueTag(venue.establishment.id), jackpotsTag(venue.establishment.site_id)]);
  });
  return { imported: { id: venue.establishment.id, slug: venue.establishment.slug } };
}

async function replaceParts(world: World, tx: Parameters<typeof replaceEstablishment>[1], venue: ImportedVenue): Promise<void> {
  const { id, site_id } = venue.establishment;
  const zone = policyOf(venue.establishment.address.country).timeZone;
  await replaceGames(tx, id, venue.games);
  await replaceLeisure(tx, id, venue);
  await replaceAnnouncements(tx, { establishmentId: id, zone, now: world.now() }, venue.announcements);
  await replaceImportedJackpots(tx, { siteId: site_id, zone, now: world.now() }, venue.jackpots);
  await replaceBlocks(tx, venue.project.id, venue.content, world.now());
}

/** `announcements[3].start_at`, as a person would write it. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("").replace(/^\./, "") || "(the file)";
}
