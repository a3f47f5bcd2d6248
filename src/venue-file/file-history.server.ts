import type { Operator } from "../staff/operator.ts";
import type { World } from "../platform/world.ts";
import {
  changedParts,
  FILE_SECTION,
  importFile,
  type FileOutcome,
  type FilePart,
} from "./import/desk-import.server.ts";
import type { ImportWorld } from "./import/import.server.ts";
import type { VenueFile } from "./imported-venue.ts";
import { venueRevision, venueRevisions, type VenueRevision } from "./revision-queries.server.ts";
import type { Venue } from "../venues/venue.ts";

/** Imports shown on one page of the history. Each row holds two whole files. */
const SHOWN_MAX = 10;

/** `parts` are those that the import changed; empty when it changed nothing. */
export type FileRevision = VenueRevision & { parts: FilePart[] };

/** The imports of a venue's file, newest first, older than revision `below`. */
export async function fileHistory(
  { database }: World,
  { projectId }: Venue,
  below: number | null,
): Promise<{ revisions: FileRevision[]; older: number | null }> {
  const page = { projectId, section: FILE_SECTION, item: null, limit: SHOWN_MAX, below };
  const { revisions, older } = await venueRevisions(database.db, page);
  const withParts = revisions.map((revision) => ({
    ...revision,
    parts: changedParts(revision.before as VenueFile, revision.after as VenueFile),
  }));
  return { revisions: withParts, older };
}

/** Restores the whole venue to its file before or after an import, by importing that file again. */
export async function restoreFile(
  world: ImportWorld,
  venue: Venue,
  operator: Operator,
  { rev, side }: { rev: number; side: "before" | "after" },
): Promise<FileOutcome | { gone: true }> {
  const revision = await venueRevision(world.database.db, venue.projectId, rev);
  if (revision?.section !== FILE_SECTION) return { gone: true };
  return importFile(world, venue, operator, revision[side], rev);
}
