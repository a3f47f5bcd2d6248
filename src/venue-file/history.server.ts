import type { Operator } from "../staff/operator.ts";
import type { World } from "../platform/world.ts";
import { baseOf, savePart, type PartOutcome } from "./editing.server.ts";
import { venueRevision, venueRevisions } from "./revision-queries.server.ts";
import { partOf, type Section } from "./sections.ts";
import { venueFile } from "./venue-file.server.ts";
import type { Venue } from "../venues/venue.ts";

/** Versions shown on one page of the history. */
const SHOWN_MAX = 50;

export type PartRevision = {
  rev: number;
  item: string | null;
  change: "save" | "restore" | "create" | "delete" | "order" | "import";
  before: unknown;
  after: unknown;
  operator: string;
  at: Date;
  /** False for a reordering and for a whole import: neither is the state of one part. */
  isRestorable: boolean;
};

/** The changes of a section, or of one entry of its list, newest first, older than revision `below`. */
export async function sectionHistory(
  world: World,
  venue: Venue,
  section: Section,
  item: string | null,
  below: number | null,
): Promise<{ revisions: PartRevision[]; older: number | null }> {
  const rows = await venueRevisions(world.database.db, {
    projectId: venue.projectId,
    section: section.name,
    item,
    limit: SHOWN_MAX,
    below,
  });
  const revisions = rows.map(({ rev, item: entry, change, before, after, operator, at }) => ({
    rev,
    item: entry,
    change,
    before,
    after,
    operator,
    at,
    isRestorable: change !== "order" && change !== "import",
  }));
  return { revisions, older: rows.length < SHOWN_MAX ? null : (rows.at(-1)?.rev ?? null) };
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
  if (revision.change === "order" || revision.change === "import") return { gone: true };
  const standing = partOf(await venueFile(db, venue), section, revision.item);
  const isThere = section.kind === "form" || standing !== undefined;
  return savePart(world, venue, operator, {
    section,
    item: isThere ? revision.item : null,
    data,
    base: isThere ? baseOf(standing) : null,
    formKey: null,
    change: "restore",
    restoredRev: rev,
  });
}
