import { replaceAnnouncements } from "../../agenda/import.server.ts";
import { replaceBlocks } from "../../content/import.server.ts";
import { inspectPictures, storePictures, type InspectedPicture } from "../../pictures/import.server.ts";
import type { PictureEncoder } from "../../pictures/encoder/encoder.server.ts";
import { replaceGames } from "../../games/import.server.ts";
import { replaceImportedJackpots } from "../../jackpots/import.server.ts";
import { replaceLeisure } from "../../leisure/import.server.ts";
import { bumpTags } from "../../platform/page-cache/tags.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { isUniqueViolation } from "../../platform/database/errors.server.ts";
import type { World } from "../../platform/world.ts";
import { policyOf } from "../../venues/law/country-policy.ts";
import { replaceEstablishment } from "./establishment.server.ts";
import { forbiddenLineProblems } from "./line-problems.server.ts";
import { importedProblems, type ImportProblem } from "./problems.server.ts";
import { readImport } from "./readable.server.ts";
import { readShape } from "./shape-problems.server.ts";
import type { ImportedVenue } from "../imported-venue.ts";
import { lockSite } from "../../venues/site-lock.server.ts";
import { GROUP_TAG, jackpotsTag, venueTag } from "../../venues/venue.ts";

/** The world with the process that decodes pictures. */
export type ImportWorld = World & { encoder: PictureEncoder };
export type ImportResult = { imported: { id: number; slug: string } } | { problems: ImportProblem[] };

/** Options of an import started by a person; the import command uses none. */
export type ImportedBy = {
  /** Name to store with the text blocks' revisions. */
  operator?: string | null;
  /** Which of the listed pictures to write; the others stay as they are. */
  pictures?: (key: string) => boolean;
  /** Runs around the import in the same transaction, to write records that belong to it. */
  around?: (tx: Transaction, write: () => Promise<void>) => Promise<void>;
};

/** Tag bumped when a site's hosts, settings or visibility change, so that every node reads its host table again. */
export const HOSTS_TAG = "hosts";

/**
 * Imports one venue's data. Everything is validated first and every problem reported with its path; then all of it is written in
 * one transaction. Importing the same file twice gives the same state. `files` holds the uploaded pictures by `file` name.
 */
export async function importVenue(
  world: ImportWorld,
  data: unknown,
  files: Map<string, Uint8Array>,
  by: ImportedBy = {},
): Promise<ImportResult> {
  const shape = readShape(data);
  const readable = readImport(data);
  const pictures = await inspectPictures(world, readable.pictures, files);
  const problems = [
    ...("problems" in shape ? shape.problems : []),
    ...pictures.problems,
    ...(await importedProblems(world, readable)),
    ...forbiddenLineProblems(readable.establishment.address.country, data),
  ];
  if ("problems" in shape || problems.length > 0) return { problems };
  const { venue } = shape;
  try {
    const write = (tx: Transaction) => store(world, tx, venue, pictures.inspected, by);
    await inTransaction(world.database, (tx) => (by.around ? by.around(tx, () => write(tx)) : write(tx)), {
      isRepeatable: true,
    });
  } catch (error) {
    // A concurrent import may have taken a host or an id after the validation.
    const late = isUniqueViolation(error) ? await importedProblems(world, readable) : [];
    if (late.length === 0) throw error;
    return { problems: late };
  }
  return { imported: { id: venue.establishment.id, slug: venue.establishment.slug } };
}

async function store(
  world: World,
  tx: Transaction,
  venue: ImportedVenue,
  inspected: Map<string, InspectedPicture>,
  { pictures = () => true, operator = null }: ImportedBy,
): Promise<void> {
  const { id, site_id, address } = venue.establishment;
  const zone = policyOf(address.country).timeZone;
  const now = world.now();
  await lockSite(tx, venue.project.id);
  const isPictureChanged = await storePictures(
    world,
    tx,
    venue.pictures.filter(({ key }) => pictures(key)),
    inspected,
  );
  await replaceEstablishment(world, tx, venue);
  await replaceGames(tx, id, venue.games);
  await replaceLeisure(tx, id, venue);
  await replaceAnnouncements(tx, { establishmentId: id, zone, now }, venue.announcements);
  await replaceImportedJackpots(tx, { siteId: site_id, zone, now }, venue.jackpots);
  await replaceBlocks(tx, venue.project.id, venue.content, { operator, now });
  const others = isPictureChanged ? await tx.selectFrom("establishments").select("id").execute() : [];
  const tags = [HOSTS_TAG, GROUP_TAG, jackpotsTag(site_id), ...[{ id }, ...others].map((one) => venueTag(one.id))];
  await bumpTags(world.database, tx, tags);
}
