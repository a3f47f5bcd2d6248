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
import { venueRevision, venueRevisions } from "./revision-queries.server.ts";
import type { Venue } from "../venues/venue.ts";

/** Imports shown on one page of the history. Each row holds two whole files. */
const SHOWN_MAX = 10;

export type FileRevision = {
  rev: number;
  change: "import" | "restore";
  operator: string;
  at: Date;
  /** The parts that the import changed; empty when it changed nothing. */
  parts: FilePart[];
};

/** The imports of a venue's file, newest first, older than revision `below`. */
export async function fileHistory(
  world: World,
  venue: Venue,
  below: number | null,
): Promise<{ revisions: FileRevision[]; older: number | null }> {
  const rows = await venueRevisions(world.database.db, {
    projectId: venue.projectId,
    section: FILE_SECTION,
    item: null,
    limit: SHOWN_MAX,
    below,
  });
  const revisions = rows.map(({ rev, change, operator, at, before, after }) => ({
    rev,
    change: change === "restore" ? ("restore" as const) : ("import" as const),
    operator,
    at,
    parts: changedParts(before as VenueFile, after as VenueFile),
  }));
  return { revisions, older: rows.length < SHOWN_MAX ? null : (rows.at(-1)?.rev ?? null) };
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
