import type { Operator } from "../staff/operator.ts";
import type { World } from "../platform/world.ts";
import { baseOf, savePart, type PartOutcome } from "./editing.server.ts";
import { venueRevision, venueRevisions, type VenueRevision } from "./revision-queries.server.ts";
import { partOf, type Section } from "./sections.ts";
import { venueFile } from "./export.server.ts";
import type { Venue } from "../venues/venue.ts";

export type { VenueRevision };

/** Versions shown on one page of the history. */
const SHOWN_MAX = 50;

/** The changes of a section, or of one entry of its list, newest first, older than revision `below`. */
export function sectionHistory(
  { database }: World,
  { projectId }: Venue,
  section: Section,
  item: string | null,
  below: number | null,
) {
  return venueRevisions(database.db, { projectId, section: section.name, item, limit: SHOWN_MAX, below });
}

/** False for a reordering and for a whole import: neither is the state of one part. */
export function isRestorable({ change }: VenueRevision): boolean {
  return change !== "order" && change !== "import";
}

/** Restores a part to its state before or after a change. A deleted entry comes back as a new one. */
export async function restorePart(
  world: World,
  venue: Venue,
  operator: Operator,
  section: Section,
  { rev, side }: { rev: number; side: "before" | "after" },
): Promise<PartOutcome> {
  const { db } = world.database;
  const revision = await venueRevision(db, venue.projectId, rev);
  const data = revision?.[side];
  if (revision === undefined || revision.section !== section.name || data === null || data === undefined)
    return { gone: true };
  if (!isRestorable(revision)) return { gone: true };
  const current = partOf(await venueFile(db, venue), section, revision.item);
  const isThere = section.kind === "form" || current !== undefined;
  return savePart(world, venue, operator, {
    section,
    item: isThere ? revision.item : null,
    data,
    base: isThere ? baseOf(current) : null,
    formKey: null,
    change: "restore",
    restoredRev: rev,
  });
}
